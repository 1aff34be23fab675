package io.mcpbridge.config;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.config.ConfigProblem.Severity;
import io.mcpbridge.config.internal.entry.EntryFields;
import io.mcpbridge.config.internal.entry.EntryPolicy;
import io.mcpbridge.config.internal.entry.EntrySettings;
import io.mcpbridge.config.internal.entry.TransportType;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.transport.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server entry of a configuration file, resolved. Immutable; {@code toString} shows no values.
 */
public final class ConfiguredServer {

  private final String name;
  private final ConfigSource source;
  private final Path file;
  private final int line;
  private final ServersDocument document;
  private final Map<String, @Nullable Object> entry;
  private final boolean shadowed;
  private final boolean disabled;
  private final @Nullable EntrySettings settings;
  private final @Nullable EntryPolicy policy;
  private final @Nullable Transport transport;
  private final ServerOptions options;
  private final List<ConfigProblem> problems;
  private final List<String> pendingInputs;

  ConfiguredServer(
      ServersDocument document,
      String name,
      JsonObject entry,
      boolean shadowed,
      boolean disabled,
      @Nullable EntrySettings settings,
      @Nullable Transport transport,
      ServerOptions options,
      List<ConfigProblem> problems) {
    this.name = name;
    this.source = document.source();
    this.file = document.file();
    this.document = document;
    this.line = document.json().line(document.path(name));
    this.entry = entry.toMap();
    this.shadowed = shadowed;
    this.disabled = disabled;
    this.settings = settings;
    this.policy = settings == null ? null : settings.policy();
    this.transport = transport;
    this.options = options;
    this.problems = List.copyOf(problems);
    this.pendingInputs = List.of();
  }

  /** A copy that is unusable for the given reason. */
  private ConfiguredServer(
      ConfiguredServer that,
      ConfigProblem problem,
      List<String> pendingInputs,
      @Nullable EntryPolicy policy) {
    this.name = that.name;
    this.source = that.source;
    this.file = that.file;
    this.document = that.document;
    this.line = that.line;
    this.entry = that.entry;
    this.shadowed = that.shadowed;
    this.disabled = that.disabled;
    this.settings = null;
    this.policy = policy;
    this.transport = null;
    this.options = policy == null ? that.options : policy.applyTo(that.options);
    this.problems = Stream.concat(that.problems.stream(), Stream.of(problem)).toList();
    this.pendingInputs = List.copyOf(pendingInputs);
  }

  /** The key in the file, which is also the name in the catalog. */
  public String name() {
    return name;
  }

  /** Which of the configuration files contains it. */
  public ConfigSource source() {
    return source;
  }

  /** The file that contains it. */
  public Path file() {
    return file;
  }

  /** The 1-based line in the file. */
  public int line() {
    return line;
  }

  /**
   * The 1-based line of a member of {@link #entry()}, or that of the nearest object around it if it
   * is absent.
   *
   * @param path its names, such as {@code env} and {@code API_KEY}
   */
  public int line(List<String> path) {
    return document.json().line(document.path(name, path.toArray(String[]::new)));
  }

  /** Whether a file of higher precedence has a server of this name. */
  public boolean isShadowed() {
    return shadowed;
  }

  /** Whether the file disables it. */
  public boolean isDisabled() {
    return disabled;
  }

  /** The ids of inputs that it needs and that the application has not been asked for yet. */
  public List<String> pendingInputs() {
    return pendingInputs;
  }

  /** Whether it can be connected: not shadowed, not disabled, complete and valid. */
  public boolean isUsable() {
    return transport != null && !shadowed && !disabled;
  }

  /** The address without secrets; {@code null} if a problem makes it unknown. */
  public @Nullable String address() {
    return transport == null ? null : transport.address();
  }

  /**
   * The command and its arguments, with variables replaced; empty for a URL server, or if the entry
   * is not {@linkplain #isUsable() usable}. May contain secrets.
   */
  public List<String> commandLine() {
    List<String> line = new ArrayList<>();
    if (settings != null && settings.target().type() == TransportType.STDIO) {
      line.add(settings.target().command());
      line.addAll(settings.target().args());
    }
    return List.copyOf(line);
  }

  /**
   * The URL, with variables replaced; {@code null} for a command, or if the entry is not
   * {@linkplain #isUsable() usable}. May contain secrets.
   */
  public @Nullable String url() {
    return settings == null || settings.target().url().isEmpty() ? null : settings.target().url();
  }

  /**
   * The URL server with its headers, and whether it asks for an OAuth login; {@code null} for a
   * command, or if the entry is not {@linkplain #isUsable() usable}.
   */
  public @Nullable RemoteServer remote() {
    return settings == null || settings.target().url().isEmpty()
        ? null
        : new RemoteServer(name, settings.target());
  }

  /** The call timeout; {@code null} if the file has none. */
  public @Nullable Duration timeout() {
    return policy == null ? null : policy.timeout();
  }

  /** Tools that need no approval, {@code *} for all ({@code autoApprove}, {@code alwaysAllow}). */
  public List<String> autoApprove() {
    return policy == null ? List.of() : policy.autoApprove();
  }

  /** Disabled tools: hidden from the model, and calls are refused. */
  public List<String> disabledTools() {
    return policy == null ? List.of() : policy.disabledTools();
  }

  /**
   * The only tools to include; empty for all, unless the server {@linkplain #allowsNoTools() allows
   * none}.
   */
  public List<String> allowedTools() {
    return policy == null ? List.of() : policy.allowedTools();
  }

  /** Whether the list of allowed tools is present and empty, which excludes all tools. */
  public boolean allowsNoTools() {
    return policy != null && policy.noTools();
  }

  /** Files whose changes restart the server. */
  public List<Path> watchPaths() {
    return settings == null ? List.of() : settings.watchPaths();
  }

  /**
   * The complete entry as written in the file, with unresolved variables and unknown fields. Modify
   * and pass it back to write it. May contain secrets.
   */
  public Map<String, @Nullable Object> entry() {
    return entry;
  }

  /** The fields of {@link #entry()} that this library does not read. May contain secrets. */
  public Map<String, @Nullable Object> unknownFields() {
    return fields().unknownFields();
  }

  private EntryFields fields() {
    return new EntryFields(JsonObject.of(entry));
  }

  /** The server's options in the catalog. */
  public ServerOptions options() {
    return options;
  }

  /** The problems found in the entry. */
  public List<ConfigProblem> problems() {
    return problems;
  }

  /** The transport; {@code null} if a problem prevents creating it. */
  public @Nullable Transport transport() {
    return transport;
  }

  /** Whether the other one's state in a catalog needs no change for this one. */
  boolean hasSameState(ConfiguredServer other) {
    return isUsable() == other.isUsable()
        && disabled == other.disabled
        && Objects.equals(settings, other.settings)
        && options.equals(other.options)
        && pendingInputs.equals(other.pendingInputs)
        && errors().equals(other.errors());
  }

  /** The options in use, restricted by this entry. */
  ServerOptions narrowedOptions(ConfiguredServer inUse) {
    return policy == null ? inUse.options : policy.narrowedOptions(inUse.options, options);
  }

  /**
   * Whether everything that selects the server and the principal is the same, so that the
   * connection can stay.
   */
  boolean hasSameTarget(ConfiguredServer other) {
    return settings != null
        && other.settings != null
        && settings.target().equals(other.settings.target());
  }

  /** Whether both entries have the same command or URL, before variables are replaced. */
  boolean hasSameWrittenTarget(ConfiguredServer other) {
    return new EntryFields(JsonObject.of(entry))
        .nameSameServer(new EntryFields(JsonObject.of(other.entry)));
  }

  /** The reason why it is not usable, for messages. */
  String unusableReason() {
    List<String> errors = errors();
    String reason =
        pendingInputs.isEmpty() ? errors.stream().findFirst().orElse("") : awaits(pendingInputs);
    return file + ":" + line + (disabled || reason.isEmpty() ? "" : ": " + reason);
  }

  private static String awaits(List<String> inputs) {
    return "waiting for the input \"" + String.join("\", \"", inputs) + "\"";
  }

  private List<String> errors() {
    return problems.stream().filter(ConfigProblem::isError).map(ConfigProblem::message).toList();
  }

  /** A copy that the application has rejected. */
  ConfiguredServer withRejection(String reason) {
    return new ConfiguredServer(this, problem(Severity.ERROR, reason), List.of(), null);
  }

  /** A copy that is unusable until these inputs are answered. */
  ConfiguredServer withPendingInputs(List<String> inputs, EntryPolicy policy) {
    return new ConfiguredServer(this, problem(Severity.INFO, awaits(inputs)), inputs, policy);
  }

  private ConfigProblem problem(Severity severity, String message) {
    return new ConfigProblem(severity, source, file, line, name, message, null);
  }

  @Override
  public String toString() {
    String state = shadowed ? "shadowed" : disabled ? "disabled" : isUsable() ? "usable" : "wrong";
    return "ConfiguredServer[" + name + ", " + file + ":" + line + ", " + state + "]";
  }
}
