package io.mcpbridge.config;

import io.mcpbridge.catalog.internal.resilience.LongTimeoutWarning;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.config.internal.entry.EntryFields;
import io.mcpbridge.config.internal.entry.EntryFields.Field;
import io.mcpbridge.config.internal.entry.EntryPolicy;
import io.mcpbridge.config.internal.entry.EntrySettings;
import io.mcpbridge.config.internal.entry.EntryTarget;
import io.mcpbridge.config.internal.entry.TransportType;
import io.mcpbridge.config.internal.entry.Variables;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.transport.Transport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Resolves the entries of one document, independently of each other. */
final class DocumentReader {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final EntryContext context;
  private final ServersDocument document;
  private final Set<Path> envFiles = new HashSet<>();
  private final Set<PendingInput> pendingInputs = new LinkedHashSet<>();

  DocumentReader(EntryContext context, ServersDocument document) {
    this.context = context;
    this.document = document;
  }

  /**
   * @param precedingServers servers from files of higher precedence
   */
  List<ConfiguredServer> read(List<ConfiguredServer> precedingServers) {
    Set<String> takenNames =
        precedingServers.stream()
            .map(ConfiguredServer::name)
            .collect(Collectors.toUnmodifiableSet());
    List<ConfiguredServer> servers = new ArrayList<>();
    document
        .entries()
        .forEach((name, entry) -> servers.add(server(name, entry, takenNames.contains(name))));
    return servers;
  }

  /** The {@code envFile}s that the entries name. */
  Set<Path> envFiles() {
    return envFiles;
  }

  /** The inputs that the entries still need. */
  Set<PendingInput> pendingInputs() {
    return pendingInputs;
  }

  private ConfiguredServer server(String name, Object value, boolean shadowed) {
    EntryProblems problems = new EntryProblems(document, name);
    ServerOptions defaults = defaults(name, problems);
    JsonObject entry = JsonObject.orNull(value);
    if (entry == null) {
      problems.error(List.of(), "it must be an object with a `command` or a `url`");
      entry = JsonObject.empty();
    } else if (name.isBlank()) {
      problems.error(List.of(), "it has no name; give it one");
    }
    if (document.isDuplicated(name)) {
      problems.warning(List.of(), "it is defined twice, and the last one is used; remove one");
    }
    EntryFields fields = new EntryFields(entry);
    boolean disabled = isDisabled(fields, problems);
    ConfiguredServer unread = unusable(name, entry, shadowed, disabled, defaults, problems);
    if (problems.hasErrors() || shadowed) {
      return unread;
    }
    // Ignore problems and inputs of a disabled server.
    EntryProblems reported = disabled ? new EntryProblems(document, name) : problems;
    EntryReader reader = new EntryReader(fields, reported, context.replacesBridges());
    Set<PendingInput> openInputs = new LinkedHashSet<>();
    Variables variables = variables(disabled ? new HashSet<>() : openInputs);
    EntrySettings settings = reader.read(variables, context.workspaceFolder(), directory());
    if (reader.envFile() != null) {
      envFiles.add(reader.envFile());
    }
    EntryPolicy policy = reader.policy();
    if (!openInputs.isEmpty() && policy != null) {
      pendingInputs.addAll(openInputs);
      return unread.withPendingInputs(
          openInputs.stream().map(pending -> pending.input().id()).toList(), policy);
    }
    Transport transport =
        settings == null ? null : transport(name, settings.target(), fields, reported);
    if (!disabled && settings != null) {
      reportUnknown(fields, problems);
    }
    if (policy != null && policy.timeout() != null) {
      LongTimeoutWarning.suppress(
          name, policy.timeout()); // a problem of the entry, or said with its unit
    }
    ConfiguredServer server =
        new ConfiguredServer(
            document,
            name,
            entry,
            shadowed,
            disabled,
            transport == null ? null : settings,
            transport,
            settings == null ? defaults : settings.policy().applyTo(defaults),
            problems.all());
    String refusal = transport == null ? null : refusal(server);
    return refusal == null ? server : server.withRejection(refusal);
  }

  /** A misspelled field may be one that restricts the tools. */
  private static void reportUnknown(EntryFields fields, EntryProblems problems) {
    Set<String> unused = new LinkedHashSet<>(fields.unknownFields().keySet());
    fields
        .misspellings()
        .forEach(
            (written, suggestion) -> {
              unused.remove(written);
              String message =
                  "`" + written + "` has no effect (did you mean `" + suggestion + "`?)";
              if (EntryFields.isHarmful(written, suggestion)) {
                problems.warning(List.of(written), message);
              } else {
                problems.info(List.of(written), message);
              }
            });
    if (!unused.isEmpty()) {
      problems.info(List.of(), "unused fields, kept in the file: " + unused);
    }
  }

  private ConfiguredServer unusable(
      String name,
      JsonObject entry,
      boolean shadowed,
      boolean disabled,
      ServerOptions defaults,
      EntryProblems problems) {
    return new ConfiguredServer(
        document, name, entry, shadowed, disabled, null, null, defaults, problems.all());
  }

  private ServerOptions defaults(String name, EntryProblems problems) {
    try {
      return context.defaults().apply(name);
    } catch (IllegalArgumentException e) {
      problems.error(List.of(), String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      problems.error(List.of(), hookFailure("defaults(...)", name, e));
    }
    return ServerOptions.defaults();
  }

  private static boolean isDisabled(EntryFields fields, EntryProblems problems) {
    EntryValues values = new EntryValues(fields, problems);
    return Boolean.TRUE.equals(values.bool(Field.DISABLED))
        || Boolean.FALSE.equals(values.bool(Field.ENABLED));
  }

  private Variables variables(Set<PendingInput> openInputs) {
    return new Variables(
        context.environment(), context.workspaceFolder(), id -> answer(id, openInputs));
  }

  /** Empty while the input is open; the entry is not used then. */
  private @Nullable String answer(String id, Set<PendingInput> openInputs) {
    ServersInput input = document.inputs().get(id);
    if (input == null) {
      return null;
    }
    PendingInput pendingInput = new PendingInput(document.file(), input);
    if (context.inputs().isOpen(pendingInput)) {
      openInputs.add(pendingInput);
      return "";
    }
    return context.inputs().of(pendingInput);
  }

  /** Commands of a project file run in the workspace folder, as in the editors. */
  private @Nullable Path directory() {
    return document.source() == ConfigSource.PROJECT ? context.workspaceFolder() : null;
  }

  private @Nullable Transport transport(
      String name, EntryTarget target, EntryFields fields, EntryProblems problems) {
    try {
      return context.transports().of(name, target);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      problems.error(path(message, target, fields), message);
      return null;
    } catch (RuntimeException e) {
      String hook = target.type() == TransportType.STDIO ? "stdio(...)" : "http(...)";
      problems.error(List.of(), hookFailure(hook, name, e));
      return null;
    }
  }

  /** The path of the url or header that a transport rejects; empty if it is another value. */
  private static List<String> path(String message, EntryTarget target, EntryFields fields) {
    if (message.startsWith("the url ")) {
      return fields.path(Field.URL);
    }
    List<String> path = new ArrayList<>(fields.path(Field.HEADERS));
    if (path.isEmpty() || !message.contains("header")) {
      return List.of();
    }
    target.headers().keySet().stream()
        .filter(header -> message.contains(header))
        .max(Comparator.comparingInt(String::length))
        .ifPresent(path::add);
    return path;
  }

  /** The reason why the application rejects the server; {@code null} if it accepts it. */
  private @Nullable String refusal(ConfiguredServer server) {
    try {
      return context.allowed().test(server) ? null : "this application does not allow it";
    } catch (RuntimeException e) {
      return hookFailure("allow(...)", server.name(), e);
    }
  }

  /** Omits the exception's message, which may contain a secret from credentials. */
  private static String hookFailure(String hook, String server, RuntimeException e) {
    log.debug(
        "{} of the application failed for MCP server \"{}\"", hook, server, withoutMessage(e));
    return "the application's "
        + hook
        + " of the servers files failed for it ("
        + e.getClass().getSimpleName()
        + "); fix it, and call reload() to try again";
  }

  /** Keeps only the exception's type and stack trace. */
  private static Throwable withoutMessage(RuntimeException e) {
    Throwable copy = new Throwable(e.getClass().getName());
    copy.setStackTrace(e.getStackTrace());
    return copy;
  }
}
