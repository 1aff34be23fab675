package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.CallLimits;
import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ServerOptionsBuilder;
import io.mcpbridge.client.CacheLimits;
import io.mcpbridge.revision.Revisions;

/** Converts the settings of one server to options. */
final class ServerOptionsFactory {

  private final ServerSettings settings;
  private final ServerOptionsBuilder options = ServerOptions.builder();
  private final CallLimits.Builder calls = CallLimits.builder();
  private CacheLimits cache = CacheLimits.defaults();

  private ServerOptionsFactory(ServerSettings settings) {
    this.settings = settings;
  }

  /**
   * Creates the options.
   *
   * @throws InvalidMcpConfigurationException if the settings are invalid
   */
  static ServerOptionsBuilder of(ServerSettings settings) {
    ServerOptionsFactory treatment = new ServerOptionsFactory(settings);
    treatment.times();
    treatment.tools();
    treatment.calls();
    treatment.limits();
    return treatment.options.callLimits(treatment.calls.build()).cacheLimits(treatment.cache);
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
    settings.useNamed(
        "list-timeout",
        McpServerProperties::listTimeout,
        (names, time) -> options.listTimeout(names.positive("list-timeout", time)));
    settings.use("start", McpServerProperties::start, options::start);
    settings.useNamed("protocol-version", McpServerProperties::protocolVersion, this::revision);
  }

  private void revision(ServerPropertyNames names, String property) {
    String version = property.strip();
    if (!version.isEmpty() && !Revisions.versions().contains(version)) {
      throw names.invalid(
          names.of("protocol-version") + " names no revision of the protocol that is known.",
          "Set one of " + String.join(", ", Revisions.versions()) + ", or leave it out.");
    }
    options.protocolVersion(version.isEmpty() ? null : version);
  }

  private void tools() {
    options.selection(ToolSelectionProperties.of(settings));
    settings
        .all(McpServerProperties::tools)
        .keySet()
        .forEach(name -> options.tool(name, new ToolOptionsFactory(name, settings).options()));
    settings.use(
        "always-allow",
        McpServerProperties::alwaysAllow,
        names -> options.alwaysAllow(names.toArray(String[]::new)));
    settings.use(
        "readable-resources",
        McpServerProperties::readableResources,
        uris -> options.readableResources(uris.toArray(String[]::new)));
    settings.use("resource-tools", McpServerProperties::resourceTools, options::resourceTools);
    settings.use("argument-policy", McpServerProperties::argumentPolicy, options::argumentPolicy);
    settings.use(
        "tool-change-policy", McpServerProperties::toolChangePolicy, options::toolChangePolicy);
    settings.use(
        "invisible-characters",
        McpServerProperties::invisibleCharacters,
        options::invisibleCharacters);
    settings.use(
        "trust-annotations", McpServerProperties::trustAnnotations, options::trustAnnotations);
    settings.use("provenance", McpServerProperties::provenance, options::provenance);
    settings.use(
        "error-prefix",
        McpServerProperties::errorPrefix,
        prefix -> options.errorPrefix(prefix).build());
    settings.use("compact-json", McpServerProperties::compactJson, options::compactJson);
  }

  private void calls() {
    settings.use(
        "max-concurrent-calls",
        McpServerProperties::maxConcurrentCalls,
        number -> calls.maxConcurrentCalls(number).build());
    settings.use(
        "max-queued-calls",
        McpServerProperties::maxQueuedCalls,
        number -> calls.maxQueuedCalls(number).build());
    settings.use(
        "max-retries", McpServerProperties::maxRetries, number -> calls.maxRetries(number).build());
    settings.use(
        "circuit-breaker.failure-threshold",
        p -> p.circuitBreaker().failureThreshold(),
        number -> calls.circuitBreakerFailureThreshold(number).build());
    settings.use(
        "circuit-breaker.open-duration",
        p -> p.circuitBreaker().openDuration(),
        pause -> calls.circuitBreakerOpenDuration(pause).build());
    settings.use(
        "limits.max-retry-after",
        p -> p.limits().maxRetryAfter(),
        pause -> calls.maxRetryAfter(pause).build());
    settings.use(
        "limits.max-input-rounds",
        p -> p.limits().maxInputRounds(),
        rounds -> calls.maxInputRounds(rounds).build());
  }

  private void limits() {
    settings.useNamed(
        "limits.max-pages",
        p -> p.limits().maxPages(),
        (names, pages) -> options.maxPages(names.atLeastOne("limits.max-pages", pages)));
    settings.use(
        "limits.max-result-characters",
        p -> p.limits().maxResultCharacters(),
        characters -> options.maxResultCharacters(characters).build());
    settings.use(
        "limits.max-cached-results",
        p -> p.limits().maxCachedResults(),
        results -> cache = new CacheLimits(results, cache.maxBytes()));
    settings.use(
        "limits.max-cached-bytes",
        p -> p.limits().maxCachedBytes(),
        bytes -> cache = new CacheLimits(cache.maxResults(), bytes.toBytes()));
  }
}
