package io.mcpbridge.doctor;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the doctor found about all servers of a catalog. Immutable. */
public final class Diagnosis {

  private final List<ServerDiagnosis> servers;

  private Diagnosis(List<ServerDiagnosis> servers) {
    this.servers = List.copyOf(servers);
  }

  /** A diagnosis of these servers. */
  public static Diagnosis of(List<ServerDiagnosis> servers) {
    return new Diagnosis(servers);
  }

  /** The servers in configuration order. */
  public List<ServerDiagnosis> servers() {
    return servers;
  }

  /** The diagnosis of one server; {@code null} if there is none. */
  public @Nullable ServerDiagnosis server(String name) {
    return servers.stream().filter(it -> it.server().equals(name)).findFirst().orElse(null);
  }

  /** Whether no server has an error or a warning. */
  public boolean isHealthy() {
    return servers.stream().allMatch(ServerDiagnosis::isHealthy);
  }

  /** The servers, each with its findings. */
  @Override
  public String toString() {
    return servers.stream().map(ServerDiagnosis::toString).collect(Collectors.joining("\n"));
  }
}
