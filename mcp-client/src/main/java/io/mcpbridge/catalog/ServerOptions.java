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
 * The settings of one server of a catalog. {@link ServerOptionsBuilder} documents each option and
 * its default. Immutable; equal to others with the same options.
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

  /** The maximum length of an error prefix, which leaves room for the text. */
  private static final int LONGEST_PREFIX = 50;

  private static final ServerOptions DEFAULTS = builder().build();

  private final Timeouts timeouts;
  private final ConnectionSettings connecting;
  private final Tools tools;
  private final Results results;
  private final Resources resources;
  private final CallLimits callLimits;

  /** Time limits. */
  record Timeouts(Duration call, Duration connect, Duration list, @Nullable Duration idle) {

    Timeouts {
      ToolOptions.checkTime("timeout", call);
      ToolOptions.checkTime("initialization-timeout", connect);
      ToolOptions.checkTime("list-timeout", list);
      ToolOptions.checkTime("idle-timeout", idle);
    }
  }

  /** Connection, protocol revision and listing. */
  record ConnectionSettings(
      StartPolicy start, @Nullable String version, int maxPages, CacheLimits cacheLimits) {}

  /** The selection of tools, and how they are called. */
  record Tools(
      Map<String, ToolOptions> single,
      ToolSelection selection,
      List<Glob> alwaysAllow,
      ArgumentPolicy arguments,
      boolean trustAnnotations,
      ToolChangePolicy toolChangePolicy,
      InvisibleCharacterPolicy invisibleCharacters) {}

  /** Rendering of results for the model. */
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

  /** The model's access to resources. */
  record Resources(boolean tools, List<String> readable) {}

  ServerOptions(
      Timeouts timeouts,
      ConnectionSettings connecting,
      Tools tools,
      Results results,
      Resources resources,
      CallLimits callLimits) {
    this.timeouts = timeouts;
    this.connecting = connecting;
    this.tools = tools;
    this.results = results;
    this.resources = resources;
    this.callLimits = callLimits;
  }

  /**
   * 60 seconds per call, 30 to connect, 30 per page of the tool list; any revision; no per-tool
   * options.
   */
  public static ServerOptions defaults() {
    return DEFAULTS;
  }

  /** A builder with the defaults. */
  public static ServerOptionsBuilder builder() {
    return new ServerOptionsBuilder();
  }

  /** A builder with these options. */
  public ServerOptionsBuilder toBuilder() {
    return new ServerOptionsBuilder(this);
  }

  /** The timeout of a tool call. */
  public Duration timeout() {
    return timeouts.call();
  }

  /** The timeout for connecting, including initialization. */
  public Duration initializationTimeout() {
    return timeouts.connect();
  }

  /** The timeout for one page of the tool list. */
  public Duration listTimeout() {
    return timeouts.list();
  }

  /** The longest time during a call without a sign of activity; {@code null} for no limit. */
  public @Nullable Duration idleTimeout() {
    return timeouts.idle();
  }

  /** When the server is connected, and whether the application requires it. */
  public StartPolicy start() {
    return connecting.start();
  }

  /** The protocol revision to use; {@code null} to negotiate. */
  public @Nullable String protocolVersion() {
    return connecting.version();
  }

  /** The maximum number of pages of a list. */
  public int maxPages() {
    return connecting.maxPages();
  }

  /** The limits of the cache for results with a {@code ttlMs}. */
  public CacheLimits cacheLimits() {
    return connecting.cacheLimits();
  }

  /** Concurrency limits, circuit breaker and retries. */
  public CallLimits callLimits() {
    return callLimits;
  }

  /** The options of single tools, by name or pattern; unmodifiable, in order. */
  public Map<String, ToolOptions> tools() {
    return tools.single();
  }

  /** Which tools are used, and their visibility. */
  public ToolSelection selection() {
    return tools.selection();
  }

  /** Names of tools that run without approval. */
  public List<Glob> alwaysAllow() {
    return tools.alwaysAllow();
  }

  /** How arguments from models are repaired and validated. */
  public ArgumentPolicy argumentPolicy() {
    return tools.arguments();
  }

  /** Whether to trust the server's tool annotations. */
  public boolean trustAnnotations() {
    return tools.trustAnnotations();
  }

  /** What happens when the definition of a tool changes. */
  public ToolChangePolicy toolChangePolicy() {
    return tools.toolChangePolicy();
  }

  /** What happens to invisible characters in the server's texts. */
  public InvisibleCharacterPolicy invisibleCharacters() {
    return tools.invisibleCharacters();
  }

  /** The maximum length of a result for the model. */
  public int maxResultCharacters() {
    return results.maxCharacters();
  }

  /** Whether each result names its tool and server to the model. */
  public boolean provenance() {
    return results.provenance();
  }

  /** The prefix of a failed tool's text. */
  public String errorPrefix() {
    return results.errorPrefix();
  }

  /** Whether all JSON texts in results are minified for the model. */
  public boolean compactJson() {
    return results.compactJson();
  }

  /** Whether the model may read the server's resources. */
  public boolean resourceTools() {
    return resources.tools();
  }

  /** Which resources the model may read: patterns for whole URIs. */
  public List<String> readableResources() {
    return resources.readable();
  }

  /** Whether the tool of that name needs no approval. */
  boolean alwaysAllows(String name) {
    return alwaysAllow().stream().anyMatch(glob -> glob.matches(name));
  }

  /** The options of the tool with that name. */
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
    return List.of(timeouts, connecting, tools, results, resources, callLimits);
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
