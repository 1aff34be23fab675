package io.mcpbridge.doctor;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.doctor.Finding.Severity;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * A fault of one server of a catalog.
 *
 * @param transport connects to it; called by the test
 * @param deadline of the examination
 * @param severity of its finding
 * @param setting of its finding
 * @param words of its cause
 */
record SeededFault(
    String name,
    Function<SeededFaults, Transport> transport,
    ServerOptions options,
    Duration deadline,
    Severity severity,
    String setting,
    List<String> words) {

  static SeededFault error(
      String name, Function<SeededFaults, Transport> transport, String setting, String... words) {
    return new SeededFault(
        name,
        transport,
        ServerOptions.defaults(),
        Duration.ofMinutes(1),
        Severity.ERROR,
        setting,
        List.of(words));
  }

  static SeededFault warning(
      String name, Function<SeededFaults, Transport> transport, String setting, String... words) {
    return error(name, transport, setting, words).as(Severity.WARNING);
  }

  SeededFault as(Severity newSeverity) {
    return new SeededFault(name, transport, options, deadline, newSeverity, setting, words);
  }

  SeededFault with(ServerOptionsBuilder newOptions) {
    return new SeededFault(name, transport, newOptions.build(), deadline, severity, setting, words);
  }

  SeededFault within(Duration newDeadline) {
    return new SeededFault(name, transport, options, newDeadline, severity, setting, words);
  }

  @Override
  public String toString() {
    return name;
  }
}
