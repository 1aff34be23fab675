package io.mcpbridge.config;

import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.config.ConfigProblem.Severity;
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

/** One entry of a file, and what it means. Immutable; its text form shows no value of the file. */
public final class ConfiguredServer {

  private final String name;
  private final ConfigSource source;
  private final Path file;
  private final int line;
  private final Map<String, @Nullable Object> entry;
  private final boolean shadowed;
  private final boolean disabled;
  private final @Nullable EntrySettings settings;
  private final @Nullable EntryUse use;
  private final @Nullable Transport transport;
  private final ServerOptions options;
  private final List<ConfigProblem> problems;
  private final List<String> awaitedInputs;

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
    this.line = document.json().line(document.path(name));
    this.entry = entry.toMap();
    this.shadowed = shadowed;
    this.disabled = disabled;
    this.settings = settings;
    this.use = settings == null ? null : settings.use();
    this.transport = transport;
    this.options = options;
    this.problems = List.copyOf(problems);
    this.awaitedInputs = List.of();
  }

  /** The same, not to be used. */
  private ConfiguredServer(
      ConfiguredServer that,
      ConfigProblem further,
      List<String> awaitedInputs,
      @Nullable EntryUse use) {
    this.name = that.name;
    this.source = that.source;
    this.file = that.file;
    this.line = that.line;
    this.entry = that.entry;
    this.shadowed = that.shadowed;
    this.disabled = that.disabled;
    this.settings = null;
    this.use = use;
    this.transport = null;
    this.options = use == null ? that.options : use.over(that.options);
    this.problems = Stream.concat(that.problems.stream(), Stream.of(further)).toList();
    this.awaitedInputs = List.copyOf(awaitedInputs);
  }

  /** The key in the file, and the name in the catalogue. */
  public String name() {
    return name;
  }

  /** By which of the files it is configured. */
  public ConfigSource source() {
    return source;
  }

  /** In which file. */
  public Path file() {
    return file;
  }

  /** In which line of it, from 1 on. */
  public int line() {
    return line;
  }

  /** Whether another file, which wins, has a server of this name. */
  public boolean isShadowed() {
    return shadowed;
  }

  /** Whether the file says that it is not to be used. */
  public boolean isDisabled() {
    return disabled;
  }

  /**
   * The ids of the inputs that have to be answered before it can be used, as long as nobody has
   * been asked for them.
   */
  public List<String> awaitedInputs() {
    return awaitedInputs;
  }

  /** Whether it can be connected to: not shadowed, not disabled, complete and without an error. */
  public boolean isUsable() {
    return transport != null && !shadowed && !disabled;
  }

  /** Where it is, without secrets; {@code null} if that is unknown because of a problem. */
  public @Nullable String address() {
    return transport == null ? null : transport.address();
  }

  /**
   * The program and its arguments, with variables replaced; empty for a server behind a URL, and if
   * the entry is not {@linkplain #isUsable() usable}. May hold secrets.
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
   * The URL, with variables replaced; {@code null} for a program, and if the entry is not
   * {@linkplain #isUsable() usable}. May hold secrets.
   */
  public @Nullable String url() {
    return settings == null || settings.target().url().isEmpty() ? null : settings.target().url();
  }

  /** The most that a call may take; {@code null} if the file does not say. */
  public @Nullable Duration timeout() {
    return use == null ? null : use.timeout();
  }

  /** The tools that need no approval, {@code *} for all ({@code autoApprove, alwaysAllow}). */
  public List<String> autoApprove() {
    return use == null ? List.of() : use.autoApprove();
  }

  /** The tools that nobody may call, and that the model is not told of. */
  public List<String> disabledTools() {
    return use == null ? List.of() : use.disabledTools();
  }

  /**
   * The only tools that there are; empty for all, unless it {@linkplain #allowsNoTools() allows
   * none}.
   */
  public List<String> allowedTools() {
    return use == null ? List.of() : use.allowedTools();
  }

  /** Whether its list of the only tools is there and empty, so that no tool is. */
  public boolean allowsNoTools() {
    return use != null && use.noTools();
  }

  /** The files whose change restarts the server. */
  public List<Path> watchPaths() {
    return settings == null ? List.of() : settings.watchPaths();
  }

  /**
   * The whole entry as it stands in the file: variables are not replaced, and fields that are not
   * known here are kept. What to change and give back to write it. May hold secrets.
   */
  public Map<String, @Nullable Object> entry() {
    return entry;
  }

  /** The fields of {@link #entry()} that this library does not read. May hold secrets. */
  public Map<String, @Nullable Object> unknownFields() {
    return new EntryFields(JsonObject.of(entry)).unknown();
  }

  /** How it is treated. */
  public ServerOptions options() {
    return options;
  }

  /** What is wrong with it. */
  public List<ConfigProblem> problems() {
    return problems;
  }

  /** Where it is; {@code null} if that is unknown because of a problem. */
  @Nullable Transport transport() {
    return transport;
  }

  /** Whether what the other one stands for in a catalogue can stay as it is for this one. */
  boolean isAppliedLike(ConfiguredServer other) {
    return isUsable() == other.isUsable()
        && disabled == other.disabled
        && Objects.equals(settings, other.settings)
        && options.equals(other.options)
        && awaitedInputs.equals(other.awaitedInputs)
        && errors().equals(other.errors());
  }

  /** What is in use by now, without what this one takes away from it. */
  ServerOptions narrowing(ConfiguredServer inUse) {
    return use == null ? inUse.options : use.narrowing(inUse.options, options);
  }

  /** Whether nothing is another one that decides which server answers, or for whom. */
  boolean isReachedLike(ConfiguredServer other) {
    return settings != null
        && other.settings != null
        && settings.target().equals(other.settings.target());
  }

  /** Whether both name the same program or URL, as it is written there. */
  boolean isWrittenLike(ConfiguredServer other) {
    return new EntryFields(JsonObject.of(entry))
        .nameSameServer(new EntryFields(JsonObject.of(other.entry)));
  }

  /** Why it is not usable, for people. */
  String whyNotUsable() {
    List<String> errors = errors();
    String reason =
        awaitedInputs.isEmpty() ? errors.stream().findFirst().orElse("") : awaits(awaitedInputs);
    return file + ":" + line + (disabled || reason.isEmpty() ? "" : ": " + reason);
  }

  private static String awaits(List<String> inputs) {
    return "an answer is awaited to the input \"" + String.join("\", \"", inputs) + "\"";
  }

  private List<String> errors() {
    return problems.stream().filter(ConfigProblem::isError).map(ConfigProblem::message).toList();
  }

  /** The same, not to be used. */
  ConfiguredServer refused(String reason) {
    return new ConfiguredServer(this, problem(Severity.ERROR, reason), List.of(), null);
  }

  /** The same, not to be used before these inputs are answered. */
  ConfiguredServer awaiting(List<String> inputs, EntryUse how) {
    return new ConfiguredServer(this, problem(Severity.INFO, awaits(inputs)), inputs, how);
  }

  private ConfigProblem problem(Severity severity, String message) {
    return new ConfigProblem(severity, source, file, line, name, message);
  }

  @Override
  public String toString() {
    String state = shadowed ? "shadowed" : disabled ? "disabled" : isUsable() ? "usable" : "wrong";
    return "ConfiguredServer[" + name + ", " + file + ":" + line + ", " + state + "]";
  }
}
