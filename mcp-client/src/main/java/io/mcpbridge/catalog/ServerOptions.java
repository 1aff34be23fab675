package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.client.CacheLimits;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.selection.ToolSelection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How one server of a catalogue is treated. What each option means and what it is by default stands
 * at the method of the builder that sets it. Immutable; equal to others with the same options.
 *
 * <pre>{@code
 * ServerOptions patient =
 *     ServerOptions.builder()
 *         .timeout(Duration.ofMinutes(2))
 *         .tool("build", ToolOptions.builder().timeout(Duration.ofMinutes(10)).build())
 *         .build();
 * }</pre>
 */
public final class ServerOptions {

  /** The setting of {@link #maxResultCharacters()}. */
  static final String MAX_RESULT_CHARACTERS = "limits.max-result-characters";

  /** The setting of {@link #errorPrefix()}. */
  static final String ERROR_PREFIX = "error-prefix";

  /** Of an error prefix, so that there is room for the text behind it. */
  private static final int LONGEST_PREFIX = 50;

  private static final ServerOptions DEFAULTS = builder().build();

  private final Times times;
  private final Connecting connecting;
  private final Tools tools;
  private final Results results;
  private final Resources resources;
  private final CallLimits callLimits;

  /** How long things may take. */
  record Times(Duration call, Duration connect, Duration list, @Nullable Duration idle) {

    Times {
      ToolOptions.checkTime("timeout", call);
      ToolOptions.checkTime("connect-timeout", connect);
      ToolOptions.checkTime("list-timeout", list);
      ToolOptions.checkTime("idle-timeout", idle);
    }
  }

  /** How it is connected, greeted and asked for lists. */
  record Connecting(
      StartPolicy start, @Nullable String version, int maxPages, CacheLimits cacheLimits) {}

  /** Which tools there are, and how they are called. */
  record Tools(
      Map<String, ToolOptions> single,
      ToolSelection selection,
      List<Glob> alwaysAllow,
      ArgumentPolicy arguments,
      boolean trustAnnotations,
      DefinitionPolicy definitions,
      InvisibleCharacterPolicy invisibleCharacters) {}

  /** What the model is given of results. */
  record Results(int maxCharacters, boolean provenance, String errorPrefix, boolean compactJson) {

    Results {
      ToolOptions.checkResultCharacters(maxCharacters);
      if (errorPrefix.length() > LONGEST_PREFIX) {
        throw new IllegalArgumentException(
            ERROR_PREFIX
                + " must have at most "
                + LONGEST_PREFIX
                + " characters, not "
                + errorPrefix.length());
      }
    }
  }

  /** What a model may see of its resources. */
  record Resources(boolean tools, List<String> readable) {}

  ServerOptions(
      Times times,
      Connecting connecting,
      Tools tools,
      Results results,
      Resources resources,
      CallLimits callLimits) {
    this.times = times;
    this.connecting = connecting;
    this.tools = tools;
    this.results = results;
    this.resources = resources;
    this.callLimits = callLimits;
  }

  /** 60 seconds a call, 30 to connect, 30 to list; any revision; all tools alike. */
  public static ServerOptions defaults() {
    return DEFAULTS;
  }

  /** Begins with the defaults. */
  public static ServerOptionsBuilder builder() {
    return new ServerOptionsBuilder();
  }

  /** Begins with these options. */
  public ServerOptionsBuilder toBuilder() {
    return new ServerOptionsBuilder(this);
  }

  /** The most one tool call may take. */
  public Duration timeout() {
    return times.call();
  }

  /** The most that connecting and greeting may take. */
  public Duration connectTimeout() {
    return times.connect();
  }

  /** The most that one page of tools may take. */
  public Duration listTimeout() {
    return times.list();
  }

  /**
   * The most that may pass during a call without a sign of work; {@code null} for no such limit.
   */
  public @Nullable Duration idleTimeout() {
    return times.idle();
  }

  /** When it is connected, and what hangs on it. */
  public StartPolicy start() {
    return connecting.start();
  }

  /** The revision to greet the server in; {@code null} to find out. */
  public @Nullable String protocolVersion() {
    return connecting.version();
  }

  /** How many pages of a list are requested. */
  public int maxPages() {
    return connecting.maxPages();
  }

  /** How much is kept of what the server says may be used again. */
  public CacheLimits cacheLimits() {
    return connecting.cacheLimits();
  }

  /** How many calls it may have at once, when it is spared, and what is repeated. */
  public CallLimits callLimits() {
    return callLimits;
  }

  /** How single tools are treated, by name or pattern; unmodifiable, in order. */
  public Map<String, ToolOptions> tools() {
    return tools.single();
  }

  /** Which of its tools there are, and for whom. */
  public ToolSelection selection() {
    return tools.selection();
  }

  /** Names of its tools that run without anybody being asked. */
  public List<Glob> alwaysAllow() {
    return tools.alwaysAllow();
  }

  /** What is done with the arguments that models write for its tools. */
  public ArgumentPolicy argumentPolicy() {
    return tools.arguments();
  }

  /** Whether what the server says of its tools may decide anything. */
  public boolean trustAnnotations() {
    return tools.trustAnnotations();
  }

  /** What is done with a tool that becomes another one. */
  public DefinitionPolicy definitions() {
    return tools.definitions();
  }

  /** What is done with invisible characters in what the server says of itself and its tools. */
  public InvisibleCharacterPolicy invisibleCharacters() {
    return tools.invisibleCharacters();
  }

  /** How much of a result the model gets. */
  public int maxResultCharacters() {
    return results.maxCharacters();
  }

  /** Whether each result tells the model where it is from. */
  public boolean provenance() {
    return results.provenance();
  }

  /** The mark before the text of a failed tool. */
  public String errorPrefix() {
    return results.errorPrefix();
  }

  /** Whether all JSON texts in results are given to the model without their layout. */
  public boolean compactJson() {
    return results.compactJson();
  }

  /** Whether a model may look at the server's resources. */
  public boolean resourceTools() {
    return resources.tools();
  }

  /** Which resources a model may look at: patterns for whole URIs. */
  public List<String> readableResources() {
    return resources.readable();
  }

  /** Whether nobody has to be asked about the tool of that name. */
  boolean alwaysAllows(String name) {
    return alwaysAllow().stream().anyMatch(glob -> glob.matches(name));
  }

  /** How the tool of that name is treated. */
  ToolOptions forTool(String name) {
    ToolOptions own = tools().get(name);
    if (own != null || tools().isEmpty()) {
      return own == null ? ToolOptions.defaults() : own;
    }
    return tools().entrySet().stream()
        .filter(entry -> !entry.getKey().isEmpty() && new Glob(entry.getKey()).matches(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(ToolOptions.defaults());
  }

  private List<Object> all() {
    return List.of(times, connecting, tools, results, resources, callLimits);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ServerOptions that && all().equals(that.all());
  }

  @Override
  public int hashCode() {
    return all().hashCode();
  }

  @Override
  public String toString() {
    return "ServerOptions" + all();
  }
}
