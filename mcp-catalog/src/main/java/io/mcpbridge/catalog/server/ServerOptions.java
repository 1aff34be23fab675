package io.mcpbridge.catalog.server;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.transport.TraceLevel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
  public static final String MAX_RESULT_CHARACTERS = "max-result-characters";

  private static final ServerOptions DEFAULTS = builder().build();

  /** A copy that nothing changes. */
  private final ServerOptionsBuilder settings;

  ServerOptions(ServerOptionsBuilder settings) {
    this.settings = settings;
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
    return settings.copy();
  }

  /** The timeout of a tool call. */
  public Duration timeout() {
    return settings.timeout;
  }

  /** Members for {@code _meta} of a request, by its caller; {@code null} for none. */
  public @Nullable Function<CallerContext, Map<String, ?>> requestMeta() {
    return settings.requestMeta;
  }

  /** How much of the traffic with the server is traced. */
  public TraceLevel trace() {
    return settings.trace;
  }

  /** The timeout for connecting, including initialization. */
  public Duration initializationTimeout() {
    return settings.initializationTimeout;
  }

  /** The timeout for one page of the tool list. */
  public Duration listTimeout() {
    return settings.listTimeout;
  }

  /** The longest time during a call without a sign of activity; {@code null} for no limit. */
  public @Nullable Duration idleTimeout() {
    return settings.idleTimeout;
  }

  /** When the server is connected, and whether the application requires it. */
  public StartPolicy start() {
    return settings.start;
  }

  /** The delay before the second connection attempt. */
  public Duration reconnectDelay() {
    return settings.reconnectDelay;
  }

  /** The maximum delay between connection attempts. */
  public Duration maxReconnectDelay() {
    return settings.maxReconnectDelay;
  }

  /** The protocol revision to use; {@code null} to negotiate. */
  public @Nullable String protocolVersion() {
    return settings.protocolVersion;
  }

  /** The maximum number of pages of a list. */
  public int maxPages() {
    return settings.maxPages;
  }

  /** The limits of the cache for results with a {@code ttlMs}. */
  public CacheLimits cacheLimits() {
    return settings.cacheLimits;
  }

  /** Concurrency limits, circuit breaker and retries. */
  public CallLimits callLimits() {
    return settings.callLimits;
  }

  /** Whether the names of tools begin with the server's name. */
  public boolean toolNamePrefix() {
    return settings.toolNamePrefix;
  }

  /** The options of single tools, by name or pattern; unmodifiable, in order. */
  public Map<String, ToolOptions> tools() {
    return settings.tools;
  }

  /** Which tools are used, and their visibility. */
  public ToolSelection selection() {
    return settings.selection;
  }

  /** Names of tools that run without approval. */
  public List<Glob> alwaysAllow() {
    return settings.alwaysAllow;
  }

  /** How arguments from models are repaired and validated. */
  public ArgumentPolicy argumentPolicy() {
    return settings.argumentPolicy;
  }

  /** Whether to trust the server's tool annotations. */
  public boolean trustAnnotations() {
    return settings.trustAnnotations;
  }

  /** What happens when the definition of a tool changes. */
  public ToolChangePolicy toolChangePolicy() {
    return settings.toolChangePolicy;
  }

  /** What happens to invisible characters in the server's texts. */
  public InvisibleCharacterPolicy invisibleCharacters() {
    return settings.invisibleCharacters;
  }

  /** The maximum length of a result for the model. */
  public int maxResultCharacters() {
    return settings.maxResultCharacters;
  }

  /** The maximum length of a result for the model in tokens; {@code null} if not limited so. */
  public @Nullable Integer maxResultTokens() {
    return settings.maxResultTokens;
  }

  /** What the server is for, as models read it with a tool search; {@code null} if not set. */
  public @Nullable String description() {
    return settings.description;
  }

  /** Whether each result names its tool and server to the model. */
  public boolean provenance() {
    return settings.provenance;
  }

  /** The prefix of a failed tool's text. */
  public String errorPrefix() {
    return settings.errorPrefix;
  }

  /** Whether all JSON texts in results are minified for the model. */
  public boolean compactJson() {
    return settings.compactJson;
  }

  /** Whether the model may read the server's resources. */
  public boolean resourceTools() {
    return settings.resourceTools;
  }

  /** Which resources the model may read: patterns for whole URIs. */
  public List<String> readableResources() {
    return settings.readableResources;
  }

  /** Whether the tool of that name needs no approval. */
  public boolean alwaysAllows(String name) {
    for (Glob glob : alwaysAllow()) {
      if (glob.matches(name)) {
        return true;
      }
    }
    return false;
  }

  /** The options of the tool with that name. */
  public ToolOptions forTool(String name) {
    ToolOptions exactMatch = tools().get(name);
    if (exactMatch != null || tools().isEmpty()) {
      return exactMatch == null ? ToolOptions.defaults() : exactMatch;
    }
    return tools().entrySet().stream()
        .filter(entry -> !entry.getKey().isEmpty() && new Glob(entry.getKey()).matches(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(ToolOptions.defaults());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ServerOptions that && settings.asMap().equals(that.settings.asMap());
  }

  @Override
  public int hashCode() {
    return settings.asMap().hashCode();
  }

  @Override
  public String toString() {
    return "ServerOptions" + settings.asMap();
  }
}
