package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.catalog.server.InvisibleCharacterPolicy;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.catalog.server.ToolChangePolicy;
import io.mcpbridge.spring.boot.McpClientProfile;
import io.mcpbridge.spring.boot.McpServerProperties;

/** Converts the settings of one server to options. */
final class ServerOptionsFactory {

  private ServerOptionsFactory() {}

  /**
   * Creates the options.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     settings are invalid
   */
  static ServerOptionsBuilder of(ServerSettings settings) {
    ServerOptionsBuilder options = ServerOptions.builder();
    if (settings.profile() == McpClientProfile.STRICT) {
      options
          .toolChangePolicy(ToolChangePolicy.BLOCK)
          .invisibleCharacters(InvisibleCharacterPolicy.REMOVE)
          .argumentPolicy(ArgumentPolicy.CHECK);
    }
    settings.usePositive("timeout", McpServerProperties::timeout, options::timeout);
    settings.usePositive("idle-timeout", McpServerProperties::idleTimeout, options::idleTimeout);
    settings.usePositive(
        "initialization-timeout",
        McpServerProperties::initializationTimeout,
        options::initializationTimeout);
    settings.use("start", McpServerProperties::start, options::start);
    options.trace(settings.get(McpServerProperties::trace, settings.trace()));
    settings.use("tool-name-prefix", McpServerProperties::toolNamePrefix, options::toolNamePrefix);
    options.selection(ToolSelectionProperties.of(settings));
    settings
        .all(McpServerProperties::tools)
        .keySet()
        .forEach(name -> options.tool(name, new ToolOptionsFactory(name, settings).options()));
    settings.use(
        "readable-resources",
        McpServerProperties::readableResources,
        uris ->
            options.resourceTools(!uris.isEmpty()).readableResources(uris.toArray(String[]::new)));
    settings.use(
        "tool-change-policy", McpServerProperties::toolChangePolicy, options::toolChangePolicy);
    settings.use(
        "max-result-characters",
        McpServerProperties::maxResultCharacters,
        characters -> options.maxResultCharacters(characters).build());
    settings.use(
        "max-result-tokens",
        McpServerProperties::maxResultTokens,
        tokens -> options.maxResultTokens(tokens).build());
    settings.use("description", McpServerProperties::description, options::description);
    return options;
  }
}
