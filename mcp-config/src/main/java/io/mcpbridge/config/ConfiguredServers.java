package io.mcpbridge.config;

import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.transport.Transport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A snapshot of the servers in all configuration files. Immutable. */
public final class ConfiguredServers {

  private final List<ConfiguredServer> all;
  private final List<ConfigProblem> fileProblems;
  private final Set<Path> envFiles;
  private final List<PendingInput> pendingInputs;

  private ConfiguredServers(
      List<ConfiguredServer> all,
      List<ConfigProblem> fileProblems,
      Set<Path> envFiles,
      Set<PendingInput> pendingInputs) {
    this.all = List.copyOf(all);
    this.fileProblems = List.copyOf(fileProblems);
    this.envFiles = Set.copyOf(envFiles);
    this.pendingInputs = List.copyOf(pendingInputs);
  }

  /**
   * Resolves the servers of these files; a file that cannot be parsed contributes only a problem.
   */
  static ConfiguredServers of(List<LoadedFile> files, EntryContext context) {
    List<ConfiguredServer> servers = new ArrayList<>();
    List<ConfigProblem> problems = new ArrayList<>();
    Set<Path> envFiles = new HashSet<>();
    Set<PendingInput> pendingInputs = new LinkedHashSet<>();
    for (LoadedFile file : files) {
      ConfigProblem problem = file.problemWithConsequences();
      if (problem != null) {
        problems.add(problem);
      }
      if (file.document() != null) {
        DocumentReader reader = new DocumentReader(context, file.document());
        servers.addAll(reader.read(List.copyOf(servers)));
        envFiles.addAll(reader.envFiles());
        pendingInputs.addAll(reader.pendingInputs());
      }
    }
    return new ConfiguredServers(servers, problems, envFiles, pendingInputs);
  }

  static ConfiguredServers none() {
    return new ConfiguredServers(List.of(), List.of(), Set.of(), Set.of());
  }

  /** The open inputs of all servers, in file order. */
  List<PendingInput> pendingInputs() {
    return pendingInputs;
  }

  /** The {@code envFile}s that were read. */
  Set<Path> envFiles() {
    return envFiles;
  }

  /**
   * The effective servers in file order, project before global: one per name, even if it is
   * disabled or invalid.
   */
  public List<ConfiguredServer> servers() {
    return all.stream().filter(server -> !server.isShadowed()).toList();
  }

  /** All servers, including those shadowed by a file of higher precedence. */
  public List<ConfiguredServer> all() {
    return all;
  }

  /** The effective server of this name; {@code null} if there is none. */
  public @Nullable ConfiguredServer server(String name) {
    return servers().stream().filter(s -> s.name().equals(name)).findFirst().orElse(null);
  }

  /** The server of this name in one of the files; {@code null} if there is none. */
  public @Nullable ConfiguredServer server(String name, ConfigSource source) {
    return all.stream()
        .filter(server -> server.name().equals(name) && server.source() == source)
        .findFirst()
        .orElse(null);
  }

  /** All problems: first of the files, then per server. */
  public List<ConfigProblem> problems() {
    List<ConfigProblem> problems = new ArrayList<>(fileProblems);
    all.forEach(server -> problems.addAll(server.problems()));
    return List.copyOf(problems);
  }

  /**
   * Adds every {@linkplain ConfiguredServer#isUsable() usable} server to a catalog builder, and
   * logs the problems. A server that the application has already added under the same name stays:
   * the application's own configuration takes precedence.
   *
   * @return the given builder
   */
  public ToolCatalogBuilder addTo(ToolCatalogBuilder builder) {
    ProblemLog log = new ProblemLog();
    log.report(problems());
    for (ConfiguredServer server : servers()) {
      if (server.isUsable()) {
        Transport transport = Objects.requireNonNull(server.transport());
        try {
          builder.server(server.name(), transport, server.options());
        } catch (IllegalArgumentException e) {
          log.nameTaken(server);
        }
      }
    }
    return builder;
  }
}
