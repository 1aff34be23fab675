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

/** The servers of all files at one moment. Immutable. */
public final class ConfiguredServers {

  private final List<ConfiguredServer> all;
  private final List<ConfigProblem> fileProblems;
  private final Set<Path> envFiles;
  private final List<OpenInput> openInputs;

  private ConfiguredServers(
      List<ConfiguredServer> all,
      List<ConfigProblem> fileProblems,
      Set<Path> envFiles,
      Set<OpenInput> openInputs) {
    this.all = List.copyOf(all);
    this.fileProblems = List.copyOf(fileProblems);
    this.envFiles = Set.copyOf(envFiles);
    this.openInputs = List.copyOf(openInputs);
  }

  /** Those of these files; of one that could not be understood there is nothing but a problem. */
  static ConfiguredServers of(List<LoadedFile> files, EntryContext context) {
    List<ConfiguredServer> servers = new ArrayList<>();
    List<ConfigProblem> problems = new ArrayList<>();
    Set<Path> envFiles = new HashSet<>();
    Set<OpenInput> openInputs = new LinkedHashSet<>();
    for (LoadedFile file : files) {
      ConfigProblem problem = file.reported();
      if (problem != null) {
        problems.add(problem);
      }
      if (file.document() != null) {
        DocumentReader reader = new DocumentReader(context, file.document());
        servers.addAll(reader.read(List.copyOf(servers)));
        envFiles.addAll(reader.envFiles());
        openInputs.addAll(reader.openInputs());
      }
    }
    return new ConfiguredServers(servers, problems, envFiles, openInputs);
  }

  static ConfiguredServers none() {
    return new ConfiguredServers(List.of(), List.of(), Set.of(), Set.of());
  }

  /** What has to be asked for before all of them can be used, in the order of the files. */
  List<OpenInput> openInputs() {
    return openInputs;
  }

  /** The files of variables that were read besides. */
  Set<Path> envFiles() {
    return envFiles;
  }

  /**
   * The servers that count, in the order of the files, those of the project first: one for each
   * name, also where it is disabled or wrong.
   */
  public List<ConfiguredServer> servers() {
    return all.stream().filter(server -> !server.isShadowed()).toList();
  }

  /** Those too that another file's server of the same name stands in front of. */
  public List<ConfiguredServer> all() {
    return all;
  }

  /** The server of this name that counts; {@code null} if there is none. */
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

  /** All that is wrong: with files as a whole first, then with each server. */
  public List<ConfigProblem> problems() {
    List<ConfigProblem> problems = new ArrayList<>(fileProblems);
    all.forEach(server -> problems.addAll(server.problems()));
    return List.copyOf(problems);
  }

  /**
   * Adds every {@linkplain ConfiguredServer#isUsable() usable} server to a catalogue that is being
   * built, and logs the problems. A server that the application has added already under the same
   * name stays, because the application's own settings win.
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
        } catch (IllegalArgumentException taken) {
          log.taken(server);
        }
      }
    }
    return builder;
  }
}
