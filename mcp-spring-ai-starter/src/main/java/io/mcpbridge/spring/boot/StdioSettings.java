package io.mcpbridge.spring.boot;

import io.mcpbridge.transport.stdio.StdioTransport;

/** The settings of a stdio server. */
record StdioSettings(String server, ServerSettings settings, ServerParts parts) {

  private static final String INPUT_CLOSED = "shutdown-grace.input-closed";
  private static final String TERMINATED = "shutdown-grace.terminated";

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
        "startup-silence",
        McpServerProperties::startupSilence,
        (names, time) -> transport.startupSilence(names.positive("startup-silence", time)));
    settings.useNamed(
        INPUT_CLOSED,
        p -> p.shutdownGrace().inputClosed(),
        (names, time) -> transport.inputClosedGrace(names.notNegative(INPUT_CLOSED, time)));
    settings.useNamed(
        TERMINATED,
        p -> p.shutdownGrace().terminated(),
        (names, time) -> transport.terminationGrace(names.notNegative(TERMINATED, time)));
    transport.limits(MessageLimits.of(settings));
    parts.customizers().forEach(customizer -> customizer.stdio(server, transport));
  }
}
