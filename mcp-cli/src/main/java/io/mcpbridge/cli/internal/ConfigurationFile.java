package io.mcpbridge.cli.internal;

import io.mcpbridge.cli.internal.config.ConfigurationProblem;
import io.mcpbridge.cli.internal.config.ServerConfiguration;
import io.mcpbridge.config.ConfigProblem.Severity;
import io.mcpbridge.config.RemoteServer;
import io.mcpbridge.config.ServersInput;
import io.mcpbridge.doctor.SettingOrigin;
import io.mcpbridge.input.ConsoleInput;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The servers of one file. */
final class ConfigurationFile {

  /** In this order, relative to the working directory. */
  static final List<String> DEFAULTS =
      List.of(
          "mcp.json",
          ".mcp.json",
          "application.yml",
          "application.yaml",
          "application.properties",
          "src/main/resources/application.yml",
          "src/main/resources/application.yaml",
          "src/main/resources/application.properties");

  private final ServerConfiguration configuration;
  private final boolean isOfAnotherProgram;

  private ConfigurationFile(ServerConfiguration configuration, boolean isOfAnotherProgram) {
    this.configuration = configuration;
    this.isOfAnotherProgram = isOfAnotherProgram;
  }

  /**
   * Reads the file that the user names, or the first of {@link #DEFAULTS}.
   *
   * @param file relative to the working directory; {@code null} for a default one
   * @param text an {@code mcpServers} file in place of its content; {@code null} for the content
   * @param console {@code null} if there is no user to ask for inputs
   * @throws UnusableFileException if there is none, or it has no server
   */
  static ConfigurationFile read(
      @Nullable Path file,
      @Nullable String text,
      List<String> profiles,
      CliEnvironment environment,
      @Nullable ConsoleInput console,
      BiConsumer<RemoteServer, HttpTransportBuilder<?>> http) {
    Path path =
        file == null ? defaultFile(environment) : environment.workingDirectory().resolve(file);
    ServerConfiguration configuration =
        ServerConfiguration.builder(path)
            .text(text)
            .profiles(profiles)
            .environment(environment.variables())
            .inputs(console == null ? null : input -> answer(input, console))
            .http(http)
            .read();
    if (configuration.servers().isEmpty()) {
      throw new UnusableFileException(configuration.problems());
    }
    return new ConfigurationFile(configuration, environment.otherPrograms().contains(path));
  }

  /** Asks for an {@code ${input:id}} of the file. */
  private static @Nullable String answer(ServersInput input, ConsoleInput console) {
    String prompt = input.description() == null ? input.id() : input.description();
    String choices = input.options().isEmpty() ? "" : " " + input.options();
    String answer =
        input.password()
            ? console.readSecret(prompt + ": ")
            : console.readLine(prompt + choices + ": ");
    return answer == null || answer.isEmpty() ? null : answer;
  }

  private static Path defaultFile(CliEnvironment environment) {
    return DEFAULTS.stream()
        .map(environment.workingDirectory()::resolve)
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(
            () ->
                new UnusableFileException(
                    List.of(
                        new ConfigurationProblem(
                            Severity.ERROR,
                            null,
                            null,
                            "no configuration file: neither "
                                + String.join(", nor ", DEFAULTS)
                                + "; name one with --file, or see: mcp discover",
                            SettingOrigin.of(environment.workingDirectory().toString())))));
  }

  ServerConfiguration configuration() {
    return configuration;
  }

  /** Whether the user has to allow that its servers are started. */
  boolean isOfAnotherProgram() {
    return isOfAnotherProgram;
  }

  Path path() {
    return configuration.file();
  }

  List<ConfiguredEntry> entries() {
    return configuration.servers().stream().map(this::entry).toList();
  }

  private ConfiguredEntry entry(ServerConfiguration.Server server) {
    boolean isWrong = server.isEnabled() && server.transport() == null;
    String errors =
        configuration.problems().stream()
            .filter(it -> server.name().equals(it.server()) && it.severity() == Severity.ERROR)
            .map(ConfigurationProblem::message)
            .collect(Collectors.joining("; "));
    String problem = isWrong ? errors : server.isEnabled() ? null : ConfiguredEntry.DISABLED;
    return new ConfiguredEntry(
        server.name(),
        server.transport(),
        server.address(),
        server.options(),
        isWrong,
        problem,
        String.valueOf(configuration.origin(server.name(), "")));
  }
}
