package io.mcpbridge.spring.boot;

import io.mcpbridge.transport.stdio.StdioTransport;
import java.time.Duration;

/** What is set for a server that is started. */
record StdioSettings(String server, ServerSettings settings, ServerParts parts) {

  /**
   * Sets it, and lets the customizers have their say.
   *
   * @throws InvalidMcpServerException if it makes no sense
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
    Duration inputClosed = settings.get(p -> p.shutdownGrace().inputClosed());
    Duration terminated = settings.get(p -> p.shutdownGrace().terminated());
    if (inputClosed != null || terminated != null) {
      transport.shutdownGrace(
          inputClosed == null ? Duration.ofSeconds(2) : inputClosed,
          terminated == null ? Duration.ofSeconds(3) : terminated); // its own defaults
    }
    transport.limits(MessageLimits.of(settings));
    parts.customizers().forEach(customizer -> customizer.stdio(server, transport));
  }
}
