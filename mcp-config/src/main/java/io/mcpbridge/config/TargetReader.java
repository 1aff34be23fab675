package io.mcpbridge.config;

import io.mcpbridge.config.internal.entry.EntryFields;
import io.mcpbridge.config.internal.entry.EntryFields.Field;
import io.mcpbridge.config.internal.entry.EntryLogin;
import io.mcpbridge.config.internal.entry.EntryTarget;
import io.mcpbridge.config.internal.entry.EnvFile;
import io.mcpbridge.config.internal.entry.RemoteBridge;
import io.mcpbridge.config.internal.entry.TransportType;
import io.mcpbridge.config.internal.entry.Variables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the address of an entry's server: a command or a URL. */
final class TargetReader {

  /** Typical build output of a locally developed server; a new build should restart it. */
  private static final Pattern BUILT =
      Pattern.compile("([^\\x00]*[/\\\\])?(build|dist)[/\\\\]index\\.[cm]?js");

  /** Variables that configure Node or mcp-remote, and that a direct connection does not read. */
  private static final Set<String> PROCESS_ONLY =
      Set.of(
          "NODE_EXTRA_CA_CERTS",
          "NODE_TLS_REJECT_UNAUTHORIZED",
          "NODE_OPTIONS",
          "MCP_REMOTE_CONFIG_DIR",
          "HTTP_PROXY",
          "HTTPS_PROXY");

  private final EntryFields fields;
  private final EntryProblems problems;
  private final EntryValues values;
  private final Variables variables;
  private final Path folder;
  private final boolean replacesBridges;
  private final List<String> ignoredTools = new ArrayList<>();
  private final List<Path> builtScripts = new ArrayList<>();
  private @Nullable Path envFile;

  TargetReader(
      EntryFields fields,
      EntryProblems problems,
      Variables variables,
      Path folder,
      boolean replacesBridges) {
    this.replacesBridges = replacesBridges;
    this.fields = fields;
    this.problems = problems;
    this.values = new EntryValues(fields, problems);
    this.variables = variables;
    this.folder = folder;
  }

  /** The address; {@code null} if the entry has none. */
  @Nullable EntryTarget read(@Nullable Path directory) {
    boolean command = fields.has(Field.COMMAND);
    boolean url = fields.has(Field.URL);
    if (command && url) {
      error(
          Field.URL,
          "`command` and `"
              + fields.nameOf(Field.URL)
              + "` are both set; keep `command` for a program to start, or the other one for a"
              + " server that is already running");
      return null;
    }
    if (!command && !url) {
      Field meant = fields.misspelled(Field.URL) == null ? Field.COMMAND : Field.URL;
      String written = fields.misspelled(meant);
      problems.error(
          written == null ? List.of() : List.of(written),
          "neither `command` nor `url` is set"
              + (written == null
                  ? ""
                  : " (did you mean `" + fields.nameOf(meant) + "` by `" + written + "`?)")
              + "; set `command` to start a program, or `url` for a server that is already"
              + " running");
      return null;
    }
    TransportType type = type(command);
    return command ? program(directory) : remote(type);
  }

  /** Tools that the replaced bridge would have hidden. */
  List<String> ignoredTools() {
    return ignoredTools;
  }

  /** Build outputs among the arguments. */
  List<Path> builtScripts() {
    return builtScripts;
  }

  /** The entry's {@code envFile}, readable or not. */
  @Nullable Path envFile() {
    return envFile;
  }

  /** The entry's explicit type; {@code null} if it has none that fits. */
  private @Nullable TransportType type(boolean command) {
    Object value = fields.get(Field.TYPE);
    if (value == null) {
      return null;
    }
    TransportType type = value instanceof String name ? TransportType.ofName(name) : null;
    if (type == null) {
      error(Field.TYPE, "`" + fields.nameOf(Field.TYPE) + "` must be stdio, http or sse");
    } else if (command && type != TransportType.STDIO) {
      error(
          Field.TYPE,
          "this type needs a `url`, but `command` is set; set the type stdio or leave it out");
    } else if (!command && type == TransportType.STDIO) {
      error(
          Field.TYPE,
          "the type stdio needs a `command`, but `url` is set; set the type http or sse, or"
              + " leave it out");
    }
    return type;
  }

  /** A server without its arguments, variables or headers does not do what the file says. */
  private void refuseMisspelled(Field field) {
    String written = fields.has(field) ? null : fields.misspelled(field);
    if (written != null) {
      problems.error(
          List.of(written),
          "`" + written + "` has no effect (did you mean `" + fields.nameOf(field) + "`?)");
    }
  }

  private EntryTarget program(@Nullable Path defaultDirectory) {
    refuseMisspelled(Field.ARGS);
    refuseMisspelled(Field.ENV);
    if (fields.has(Field.HEADERS)) {
      error(
          Field.HEADERS,
          "`headers` are for a `url`; a program gets its keys in `env`, so move them or remove"
              + " them");
    }
    Map<String, String> env = environment();
    Variables expander = variables.withOverrides(env);
    List<String> line = new ArrayList<>();
    if (fields.get(Field.COMMAND) instanceof List) {
      line.addAll(values.texts(Field.COMMAND, expander));
    } else {
      line.add(values.text(Field.COMMAND, expander));
    }
    line.addAll(values.texts(Field.ARGS, expander));
    String command = line.isEmpty() ? "" : line.get(0);
    List<String> args = line.isEmpty() ? List.of() : List.copyOf(line.subList(1, line.size()));
    RemoteBridge bridge = replacesBridges ? RemoteBridge.of(command, args) : null;
    if (bridge != null && bridge.processReason() == null) {
      return bridgeTarget(bridge, env);
    } else if (bridge != null) {
      problems.info(
          fields.path(Field.ARGS),
          "mcp-remote is started as a process, not replaced by a direct connection: "
              + bridge.processReason());
    }
    Path configuredDirectory = values.path(Field.CWD, expander, folder);
    Path directory = configuredDirectory == null ? defaultDirectory : configuredDirectory;
    args.stream()
        .filter(arg -> BUILT.matcher(arg).matches())
        .forEach(arg -> builtScripts.add((directory == null ? folder : directory).resolve(arg)));
    return EntryTarget.program(command, args, env, directory);
  }

  private EntryTarget bridgeTarget(RemoteBridge bridge, Map<String, String> env) {
    problems.info(
        fields.path(Field.COMMAND),
        "mcp-remote is not started: the client connects to its server directly"
            + (bridge.login() == null ? "" : ", and the application performs its OAuth login"));
    List<String> withoutEffect = new ArrayList<>(bridge.withoutEffect());
    env.keySet().stream().filter(PROCESS_ONLY::contains).sorted().forEach(withoutEffect::add);
    if (!withoutEffect.isEmpty()) {
      problems.warning(
          fields.path(Field.ARGS),
          String.join(", ", withoutEffect)
              + " of mcp-remote has no effect on the direct connection; certificates, proxy and"
              + " logging are settings of this application");
    }
    ignoredTools.addAll(bridge.ignoredTools());
    TransportType type = bridge.type() == null ? TransportType.ofUrl(bridge.url()) : bridge.type();
    return EntryTarget.remote(type, bridge.url(), bridge.headers(), bridge.login());
  }

  private EntryTarget remote(@Nullable TransportType type) {
    refuseMisspelled(Field.HEADERS);
    if (fields.has(Field.ARGS)) {
      error(Field.ARGS, "`args` are for a `command`; remove them, or the `url`");
    }
    if (fields.has(Field.CWD)) {
      problems.warning(
          fields.path(Field.CWD),
          "`" + fields.nameOf(Field.CWD) + "` has no effect without `command`");
    }
    Variables expander = variables.withOverrides(environment());
    Map<String, String> headers = new LinkedHashMap<>(values.map(Field.HEADERS, expander));
    LoginReader logins = new LoginReader(fields, problems, values, expander);
    String token = logins.bearerToken();
    if (token != null) {
      headers.putIfAbsent("Authorization", "Bearer " + token);
    }
    EntryLogin login = hasKey(headers) ? null : logins.read();
    String url = values.text(Field.URL, expander);
    return EntryTarget.remote(type == null ? TransportType.ofUrl(url) : type, url, headers, login);
  }

  private static boolean hasKey(Map<String, String> headers) {
    return headers.keySet().stream().anyMatch("Authorization"::equalsIgnoreCase);
  }

  /** The {@code envFile}, overridden by the entry's own environment. */
  private Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    Path file = values.path(Field.ENV_FILE, variables, folder);
    envFile = file;
    if (file != null) {
      try {
        environment.putAll(EnvFile.read(file));
      } catch (IOException e) {
        error(
            Field.ENV_FILE,
            "`envFile` cannot be read (" + e.getClass().getSimpleName() + "): " + file);
      }
    }
    environment.putAll(values.map(Field.ENV, variables));
    return environment;
  }

  private void error(Field field, String message) {
    problems.error(fields.path(field), message);
  }
}
