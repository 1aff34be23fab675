package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.spring.boot.McpServerProperties;

/** Converts the settings of one server to options. */
public final class ServerOptionsFactory {

  private final ServerSettings settings;
  private final ServerOptionsBuilder options = ServerOptions.builder();
  private final CallLimits.Builder calls = CallLimits.builder();

  private ServerOptionsFactory(ServerSettings settings) {
    this.settings = settings;
  }

  /**
   * Creates the options.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     settings are invalid
   */
  public static ServerOptionsBuilder of(ServerSettings settings) {
    ServerOptionsFactory treatment = new ServerOptionsFactory(settings);
    treatment.times();
    treatment.tools();
    treatment.calls();
    return treatment.options.callLimits(treatment.calls.build());
  }

  private void times() {
    settings.useNamed(
        "timeout",
        McpServerProperties::timeout,
        (names, time) -> options.timeout(names.positive("timeout", time)));
    settings.useNamed(
        "idle-timeout",
        McpServerProperties::idleTimeout,
        (names, time) -> options.idleTimeout(names.positive("idle-timeout", time)));
    settings.useNamed(
        "initialization-timeout",
        McpServerProperties::initializationTimeout,
        (names, time) ->
            options.initializationTimeout(names.positive("initialization-timeout", time)));
    settings.use("start", McpServerProperties::start, options::start);
    options.trace(settings.get(McpServerProperties::trace, settings.trace()));
  }

  private void tools() {
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
  }

  private void calls() {
    settings.use(
        "max-concurrent-calls",
        McpServerProperties::maxConcurrentCalls,
        number -> calls.maxConcurrentCalls(number).build());
    settings.use(
        "max-retries", McpServerProperties::maxRetries, number -> calls.maxRetries(number).build());
  }
}
