package io.mcpbridge.spring.boot;

import io.mcpbridge.transport.stdio.StdioTransport;

/** The settings of a stdio server. */
record StdioSettings(String server, ServerSettings settings, ServerParts parts) {

  private static final String INPUT_CLOSED = "shutdown.exit-timeout";
  private static final String TERMINATED = "shutdown.kill-timeout";

  /**
   * Applies the settings, then the customizers.
   *
   * @throws InvalidMcpConfigurationException if they are invalid
   */
  void applyTo(StdioTransport.Builder transport) {
    settings.use(
        "inherit-env",
        McpServerProperties::inheritEnv,
        names -> transport.inheritEnvironment(names.toArray(String[]::new)));
    settings.useNamed(
        "probe-timeout",
        McpServerProperties::probeTimeout,
        (names, time) -> transport.probeTimeout(names.positive("probe-timeout", time)));
    settings.useNamed(
        INPUT_CLOSED,
        p -> p.shutdown().exitTimeout(),
        (names, time) -> transport.exitTimeout(names.notNegative(INPUT_CLOSED, time)));
    settings.useNamed(
        TERMINATED,
        p -> p.shutdown().killTimeout(),
        (names, time) -> transport.killTimeout(names.notNegative(TERMINATED, time)));
    transport.limits(MessageLimits.of(settings));
    parts.customizers().forEach(customizer -> customizer.stdio(server, transport));
  }
}
