package io.mcpbridge.cli.internal.config;

import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.config.ConfigProblem;
import io.mcpbridge.config.ConfigProblem.Severity;
import io.mcpbridge.config.ConfiguredServer;
import io.mcpbridge.config.ConfiguredServers;
import io.mcpbridge.config.InputPrompt;
import io.mcpbridge.config.RemoteServer;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.doctor.SettingOrigin;
import io.mcpbridge.doctor.SettingOrigins;
import io.mcpbridge.internal.text.EditDistance;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a configuration file, read without Spring: an {@code mcpServers} file, or the
 * properties below {@code mcp.client} of an application. Immutable.
 */
public final class ServerConfiguration implements SettingOrigins {

  /** The advice for what only Spring Boot resolves. */
  static final String ASK_APPLICATION =
      "only Spring Boot resolves it, so ask the running application: its actuator endpoint `mcp`";

  /** A variable for the character that begins variables. */
  static final String DOLLAR = "_";

  /** Begins the names of variables that Spring Boot reads as properties of this library. */
  private static final String VARIABLES = "MCP_CLIENT_";

  private static final Pattern SETTING = Pattern.compile("(?:`([A-Za-z.-]+)`|the (url)) ");

  private final Path file;
  private final ResolvedValues resolved = new ResolvedValues();
  private final Map<String, Server> servers = new LinkedHashMap<>();
  private final List<ConfigurationProblem> problems = new ArrayList<>();

  private ServerConfiguration(Path file) {
    this.file = file;
  }

  /**
   * A server of the file.
   *
   * @param transport {@code null} if a problem prevents connecting
   * @param address its URL, or its command line, as the file has it: with placeholders, without
   *     secrets; empty if a problem prevents connecting
   * @param remote its URL and the login that it needs; {@code null} for a command
   */
  public record Server(
      String name,
      boolean isEnabled,
      @Nullable Transport transport,
      String address,
      ServerOptions options,
      @Nullable RemoteServer remote,
      SettingOrigins origins) {}

  /** Reads a file with the variables of this process. */
  public static ServerConfiguration read(Path file) {
    return builder(file).read();
  }

  public static Builder builder(Path file) {
    return new Builder(file);
  }

  /** The file that was read. */
  public Path file() {
    return file;
  }

  /** All servers in file order, also disabled and unusable ones. */
  public List<Server> servers() {
    return List.copyOf(servers.values());
  }

  /** The server of this name; {@code null} if there is none. */
  public @Nullable Server server(String name) {
    return servers.get(name);
  }

  /**
   * A text about a server, such as the reason of a failure, with the placeholders of the file in
   * place of their values, which may be secrets.
   */
  public String written(String text) {
    return resolved.written(text, servers.keySet());
  }

  /** What is wrong in the file. */
  public List<ConfigurationProblem> problems() {
    return List.copyOf(problems);
  }

  /** Adds all servers that are enabled and usable to a catalog. */
  public ToolCatalogBuilder addTo(ToolCatalogBuilder catalog) {
    for (Server server : servers()) {
      if (server.isEnabled() && server.transport() != null) {
        catalog.server(server.name(), server.transport(), server.options());
      }
    }
    return catalog;
  }

  @Override
  public @Nullable SettingOrigin origin(String server, String setting) {
    Server configured = servers.get(server);
    return configured == null ? null : configured.origins().origin(server, setting);
  }

  @Override
  public @Nullable String name(String server, String setting) {
    Server configured = servers.get(server);
    return configured == null ? setting : configured.origins().name(server, setting);
  }

  @Override
  public @Nullable String alternative(String server, String setting) {
    return switch (setting) {
      case "initialization-timeout" -> "allow it more time with --timeout";
      case "proxy" -> {
        Server configured = servers.get(server);
        RemoteServer remote = configured == null ? null : configured.remote();
        boolean isPlain = remote != null && "http".equalsIgnoreCase(remote.url().getScheme());
        String scheme = isPlain ? "http" : "https";
        yield "set the variable JAVA_TOOL_OPTIONS to `-D"
            + scheme
            + ".proxyHost=HOST -D"
            + scheme
            + ".proxyPort=PORT`";
      }
      case "auth.oauth2.grant" -> "run `mcp login " + server + "`";
      default -> null;
    };
  }

  /** What reading needs besides the file. */
  public static final class Builder {

    private final Path file;
    private List<String> profiles = List.of();
    private UnaryOperator<@Nullable String> environment = System::getenv;
    private Set<String> variables = System.getenv().keySet();
    private UnaryOperator<@Nullable String> systemProperties = System::getProperty;
    private BiConsumer<RemoteServer, HttpTransportBuilder<?>> http = (server, transport) -> {};
    private @Nullable InputPrompt inputs;
    private @Nullable String text;

    private Builder(Path file) {
      this.file = file;
    }

    /** The active profiles of an application's file; default those that the file names. */
    public Builder profiles(List<String> active) {
      this.profiles = List.copyOf(active);
      return this;
    }

    /** The environment; default that of this process. */
    public Builder environment(Map<String, String> environmentVariables) {
      this.environment = environmentVariables::get;
      this.variables = environmentVariables.keySet();
      return this;
    }

    /** Looks system properties up; default {@link System#getProperty(String)}. */
    public Builder systemProperties(UnaryOperator<@Nullable String> lookup) {
      this.systemProperties = lookup;
      return this;
    }

    /** Customizes the transport of each URL server, such as with the credentials of a login. */
    public Builder http(BiConsumer<RemoteServer, HttpTransportBuilder<?>> customizer) {
      this.http = customizer;
      return this;
    }

    /** Answers {@code ${input:id}} of an {@code mcpServers} file; default: their defaults. */
    public Builder inputs(@Nullable InputPrompt prompt) {
      this.inputs = prompt;
      return this;
    }

    /** An {@code mcpServers} file in place of the content; default: the content. */
    public Builder text(@Nullable String servers) {
      this.text = servers;
      return this;
    }

    /** Reads the file. Never fails: problems are in the result. */
    public ServerConfiguration read() {
      ServerConfiguration configuration = new ServerConfiguration(file);
      if (PropertyFiles.isPropertyFile(file)) {
        readProperties(configuration);
      } else {
        readEntries(configuration);
      }
      return configuration;
    }

    private void readEntries(ServerConfiguration configuration) {
      ServersFiles.Builder files =
          ServersFiles.builder()
              .environment(configuration.resolved.recording(environment)::apply)
              .http(http);
      if (text != null) {
        files.global(file, text);
      } else if (OtherPrograms.isProjectFile(file)) {
        files.project(file);
      } else {
        files.global(file);
      }
      if (inputs != null) {
        InputPrompt prompt = inputs;
        files.inputs(
            input -> {
              String answer = prompt.answer(input);
              configuration.resolved.add("input:" + input.id(), answer);
              return answer;
            });
      }
      ConfiguredServers read = files.build().read();
      for (ConfiguredServer server : read.servers()) {
        configuration.add(
            server,
            !server.isDisabled(),
            true,
            () -> WrittenAddress.of(server),
            EntryOrigins.of(server));
      }
      for (ConfigProblem problem : read.problems()) {
        configuration.add(problem);
      }
      if (read.servers().isEmpty() && read.problems().isEmpty()) {
        configuration.report(
            Severity.ERROR,
            "the file has no server; add one to `mcpServers`",
            SettingOrigin.of(file.toString()));
      }
    }

    private void readProperties(ServerConfiguration configuration) {
      try {
        String active = environment.apply("SPRING_PROFILES_ACTIVE");
        List<String> selected =
            profiles.isEmpty() && active != null && !active.isBlank()
                ? List.of(active.strip().split("\\s*,\\s*"))
                : profiles;
        PropertyFiles files = new PropertyFiles(selected);
        List<List<FileProperty>> documents = files.read(file);
        PropertyNode root = PropertyNode.merged(documents);
        Placeholders placeholders =
            new Placeholders(systemProperties, environment, root, configuration.resolved);
        new ClientProperties(configuration, root, placeholders, http).read();
        reportVariables(configuration);
        reportProfiles(configuration, files);
        if (configuration.servers.isEmpty()) {
          configuration.reportNoServer(files.unselectedProfiles(file));
        }
      } catch (PropertySyntaxException e) {
        configuration.report(
            Severity.ERROR,
            String.valueOf(e.getMessage()),
            e.line() == 0
                ? SettingOrigin.of(e.file().toString())
                : SettingOrigin.of(e.file().toString(), e.line(), null));
      } catch (IOException e) {
        configuration.report(
            Severity.ERROR, unreadable(e, file), SettingOrigin.of(file.toString()));
      }
    }

    /** Reports profiles that the user selects and no file has, such as a misspelled one. */
    private void reportProfiles(ServerConfiguration configuration, PropertyFiles files)
        throws IOException {
      Set<String> named = files.namedProfiles(file);
      for (String profile : profiles) {
        if (!named.contains(profile) && !profile.equals("default")) {
          String similar = EditDistance.nearest(profile, named);
          configuration.report(
              similar == null ? Severity.INFO : Severity.WARNING, // Java code may have it
              "there is no document or file for the profile \""
                  + profile
                  + "\""
                  + (similar == null ? "" : " (did you mean \"" + similar + "\"?)"),
              SettingOrigin.of(file.toString()));
        }
      }
    }

    /** Reports variables that override properties of the running application. */
    private void reportVariables(ServerConfiguration configuration) {
      List<String> names =
          variables.stream().filter(name -> name.startsWith(VARIABLES)).sorted().toList();
      if (!names.isEmpty()) {
        configuration.report(
            Severity.INFO,
            "the environment sets "
                + String.join(", ", names)
                + ", which overrides the file; "
                + ASK_APPLICATION,
            SettingOrigin.of(file.toString()));
      }
    }

    private static String unreadable(IOException e, Path file) {
      if (e instanceof NoSuchFileException) {
        return "there is no such file";
      } else if (Files.isDirectory(file)) {
        return "it is a folder; name a file in it";
      }
      return e instanceof CharacterCodingException
          ? "it is not UTF-8; save it as UTF-8"
          : "it cannot be read (" + e.getClass().getSimpleName() + ")";
    }
  }

  /**
   * Adds a server that was read.
   *
   * @param isUsable whether the rest of its configuration has no error
   * @param address as written; called if the server can be used
   */
  void add(
      ConfiguredServer server,
      boolean isEnabled,
      boolean isUsable,
      Supplier<String> address,
      SettingOrigins origins) {
    Transport transport = isUsable && isEnabled && server.isUsable() ? server.transport() : null;
    servers.putIfAbsent(
        server.name(),
        new Server(
            server.name(),
            isEnabled,
            transport,
            transport == null ? "" : address.get(),
            server.options(),
            server.remote(),
            origins));
  }

  void add(ConfigProblem problem) {
    boolean isMissingFile = problem.server() == null && problem.severity() == Severity.WARNING;
    String server = problem.server();
    String setting = setting(problem);
    SettingOrigin origin = server == null ? null : origin(server, setting == null ? "" : setting);
    if (origin == null) {
      String source = problem.file().toString();
      origin =
          problem.line() > 0
              ? SettingOrigin.of(source, problem.line(), null)
              : SettingOrigin.of(source);
    }
    report(
        new ConfigurationProblem(
            isMissingFile ? Severity.ERROR : problem.severity(),
            server,
            setting,
            problem.message(),
            origin));
  }

  /** The setting; that at the start of a transport's message if the problem has none. */
  static @Nullable String setting(ConfigProblem problem) {
    Matcher matcher = SETTING.matcher(problem.message());
    if (problem.setting() != null || !matcher.lookingAt()) {
      return problem.setting();
    }
    return matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
  }

  private void reportNoServer(List<String> otherProfiles) {
    report(
        Severity.ERROR,
        "no server is configured; add one below mcp.client.servers"
            + (otherProfiles.isEmpty()
                ? ""
                : ", or select a profile that has some: " + String.join(", ", otherProfiles)),
        SettingOrigin.of(file.toString()));
  }

  void report(Severity severity, String message, SettingOrigin origin) {
    report(new ConfigurationProblem(severity, null, null, message, origin));
  }

  /** Reports a problem once. */
  void report(ConfigurationProblem problem) {
    if (!problems.contains(problem)) {
      problems.add(problem);
    }
  }
}
