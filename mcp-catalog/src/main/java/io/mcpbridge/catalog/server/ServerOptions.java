package io.mcpbridge.catalog.server;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.transport.TraceLevel;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one server of a catalog. {@link Builder} documents each option and its default.
 * Immutable; equal to others with the same options.
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

  /** The setting of {@link #errorPrefix()}. */
  static final String ERROR_PREFIX = "errorPrefix";

  /** The maximum length of an error prefix, which leaves room for the text. */
  private static final int MAX_PREFIX_LENGTH = 50;

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
      ToolOptions.checkTime("listTimeout", list);
      ToolOptions.checkTime("idle-timeout", idle);
    }
  }

  /** Delays between connection attempts. */
  record ReconnectDelays(Duration first, Duration max) {

    ReconnectDelays {
      ToolOptions.checkTime("reconnectDelay", first);
      ToolOptions.checkTime("maxReconnectDelay", max);
      if (max.compareTo(first) < 0) {
        throw new IllegalArgumentException(
            "maxReconnectDelay must be at least reconnectDelay (" + first + "): " + max);
      }
    }
  }

  /** Connection, protocol revision, listing and wire trace. */
  record ConnectionSettings(
      StartPolicy start,
      ReconnectDelays reconnectDelays,
      @Nullable String version,
      int maxPages,
      CacheLimits cacheLimits,
      TraceLevel trace,
      @Nullable Function<CallerContext, Map<String, ?>> requestMeta) {}

  /** The selection of tools, and how they are called. */
  record Tools(
      boolean namePrefix,
      Map<String, ToolOptions> single,
      ToolSelection selection,
      List<Glob> alwaysAllow,
      ArgumentPolicy arguments,
      boolean trustAnnotations,
      ToolChangePolicy toolChangePolicy,
      InvisibleCharacterPolicy invisibleCharacters) {}

  /** Rendering of results for the model. */
  record Results(
      int maxCharacters,
      @Nullable Integer maxTokens,
      boolean provenance,
      String errorPrefix,
      boolean compactJson) {

    Results {
      ToolOptions.checkResultCharacters(maxCharacters);
      ToolOptions.checkResultTokens(maxTokens);
      if (errorPrefix.length() > MAX_PREFIX_LENGTH) {
        throw new IllegalArgumentException(
            ERROR_PREFIX
                + " must have at most "
                + MAX_PREFIX_LENGTH
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
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** The timeout of a tool call. */
  public Duration timeout() {
    return timeouts.call();
  }

  /** Members for {@code _meta} of a request, by its caller; {@code null} for none. */
  public @Nullable Function<CallerContext, Map<String, ?>> requestMeta() {
    return connecting.requestMeta();
  }

  /** How much of the traffic with the server is traced. */
  public TraceLevel trace() {
    return connecting.trace();
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

  /** The delay before the second connection attempt. */
  public Duration reconnectDelay() {
    return connecting.reconnectDelays().first();
  }

  /** The maximum delay between connection attempts. */
  public Duration maxReconnectDelay() {
    return connecting.reconnectDelays().max();
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

  /** Whether the names of tools begin with the server's name. */
  public boolean toolNamePrefix() {
    return tools.namePrefix();
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

  /** The maximum length of a result for the model in tokens; {@code null} if not limited so. */
  public @Nullable Integer maxResultTokens() {
    return results.maxTokens();
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
  public boolean alwaysAllows(String name) {
    return alwaysAllow().stream().anyMatch(glob -> glob.matches(name));
  }

  /** The options of the tool with that name. */
  public ToolOptions forTool(String name) {
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

  /** Builds the options of one server. Not thread-safe. */
  public static final class Builder {

    private Duration timeout = Duration.ofSeconds(60);
    private Duration initializationTimeout = Duration.ofSeconds(30);
    private Duration listTimeout = Duration.ofSeconds(30);
    private @Nullable Duration idleTimeout;
    private StartPolicy start = StartPolicy.EAGER;
    private Duration reconnectDelay = Duration.ofSeconds(1);
    private Duration maxReconnectDelay = Duration.ofSeconds(60);
    private @Nullable String protocolVersion;
    private int maxPages = 1_000;
    private TraceLevel trace = TraceLevel.OFF;
    private @Nullable Function<CallerContext, Map<String, ?>> requestMeta;
    private CacheLimits cacheLimits = CacheLimits.defaults();
    private CallLimits callLimits = CallLimits.defaults();
    private boolean toolNamePrefix = true;
    private final Map<String, ToolOptions> tools = new LinkedHashMap<>();
    private ToolSelection selection = ToolSelection.everything();
    private List<Glob> alwaysAllow = List.of();
    private ArgumentPolicy argumentPolicy = ArgumentPolicy.REPAIR_AND_CHECK;
    private boolean trustAnnotations;
    private ToolChangePolicy toolChangePolicy = ToolChangePolicy.WARN;
    private InvisibleCharacterPolicy invisibleCharacters = InvisibleCharacterPolicy.REPORT;
    private int maxResultCharacters = 50_000;
    private @Nullable Integer maxResultTokens;
    private boolean provenance;
    private String errorPrefix = "Error:";
    private boolean compactJson;
    private boolean resourceTools;
    private List<String> readableResources = List.of("*");

    private Builder() {}

    private Builder(ServerOptions options) {
      timeout = options.timeout();
      initializationTimeout = options.initializationTimeout();
      listTimeout = options.listTimeout();
      idleTimeout = options.idleTimeout();
      start = options.start();
      reconnectDelay = options.reconnectDelay();
      maxReconnectDelay = options.maxReconnectDelay();
      protocolVersion = options.protocolVersion();
      maxPages = options.maxPages();
      trace = options.trace();
      requestMeta = options.requestMeta();
      cacheLimits = options.cacheLimits();
      callLimits = options.callLimits();
      toolNamePrefix = options.toolNamePrefix();
      tools.putAll(options.tools());
      selection = options.selection();
      alwaysAllow = options.alwaysAllow();
      argumentPolicy = options.argumentPolicy();
      trustAnnotations = options.trustAnnotations();
      toolChangePolicy = options.toolChangePolicy();
      invisibleCharacters = options.invisibleCharacters();
      maxResultCharacters = options.maxResultCharacters();
      maxResultTokens = options.maxResultTokens();
      provenance = options.provenance();
      errorPrefix = options.errorPrefix();
      compactJson = options.compactJson();
      resourceTools = options.resourceTools();
      readableResources = options.readableResources();
    }

    /**
     * How much of the traffic with the server is logged and kept by the catalog's {@link
     * io.mcpbridge.transport.WireTrace}; default {@link TraceLevel#OFF}; setting {@code trace}. A
     * change does not reconnect.
     */
    public Builder trace(TraceLevel level) {
      this.trace = level;
      return this;
    }

    /**
     * Adds members to {@code _meta} of requests to the server: constants, or values of the caller;
     * default none.
     *
     * <pre>{@code
     * options.requestMeta(
     *     caller ->
     *         caller.user() == null
     *             ? Map.of()
     *             : Map.of("com.example/tenant", tenantOf(caller.user())));
     * }</pre>
     *
     * <p>The user is {@code null} while a catalog that users share lists the tools, and in calls
     * without a user. What a call itself sets takes precedence. Left out are {@code null} keys and
     * values, and keys of the protocol: {@code progressToken}, and those with a reserved prefix,
     * whose second label is {@code modelcontextprotocol} or {@code mcp}.
     *
     * <p>Added to lists, calls and reads, but not to the client's own requests: {@code initialize},
     * {@code server/discover}, {@code subscriptions/listen}, {@code resources/subscribe}, and those
     * about a task. Results of requests with members are not cached ({@code ttlMs}), since they may
     * depend on them.
     *
     * @param members called for each request, on the thread that creates it, so it should return
     *     fast; {@code null} for no members. If it fails, so does the request, and while tools are
     *     listed, connecting
     */
    public Builder requestMeta(Function<CallerContext, Map<String, ?>> members) {
      this.requestMeta = members;
      return this;
    }

    /** The timeout of a tool call, default 60 seconds; setting {@code timeout}. */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /**
     * The timeout for connecting, including initialization, default 30 seconds; setting {@code
     * initialization-timeout}.
     */
    public Builder initializationTimeout(Duration limit) {
      this.initializationTimeout = limit;
      return this;
    }

    /** The timeout for one page of the tool list, default 30 seconds. */
    public Builder listTimeout(Duration limit) {
      this.listTimeout = limit;
      return this;
    }

    /**
     * The longest time during a call without a sign of activity from the server; {@code null} for
     * no limit, which is the default. A progress notification restarts it, up to the timeout of the
     * call. With it, the timeout can be long for tools that report progress: {@code
     * timeout(TEN_MINUTES).idleTimeout(ONE_MINUTE)}; setting {@code idle-timeout}.
     */
    public Builder idleTimeout(@Nullable Duration limit) {
      this.idleTimeout = limit;
      return this;
    }

    /**
     * When the server is connected, and whether the application requires it, default {@link
     * StartPolicy#EAGER}; setting {@code start}.
     */
    public Builder start(StartPolicy policy) {
      this.start = policy;
      return this;
    }

    /**
     * The delay before the first reconnection attempt of the background, default 1 second; doubles
     * after each failed attempt up to {@link #maxReconnectDelay}. Each delay is between half and
     * all of it, at random, so that many clients do not reconnect at once; a server's {@code
     * Retry-After} extends it. A call to the server does not wait for it.
     */
    public Builder reconnectDelay(Duration delay) {
      this.reconnectDelay = delay;
      return this;
    }

    /**
     * The maximum delay between reconnection attempts, default 60 seconds; at least {@link
     * #reconnectDelay}. A connection that lasted longer resets the delay.
     */
    public Builder maxReconnectDelay(Duration delay) {
      this.maxReconnectDelay = delay;
      return this;
    }

    /** The protocol revision to use; {@code null} to negotiate, which is the default. */
    public Builder protocolVersion(@Nullable String version) {
      this.protocolVersion = version;
      return this;
    }

    /**
     * The maximum number of pages of a list, default 1,000. In addition, no page is requested after
     * 10,000 entries or 64 million characters. The pages read so far then form the list, with a
     * warning.
     */
    public Builder maxPages(int pages) {
      this.maxPages = pages;
      return this;
    }

    /**
     * The limits of the cache for results with a {@code ttlMs}, default a thousand results and 16
     * MiB. The catalog itself lists tools only when it has a reason, and bypasses the cache then.
     */
    public Builder cacheLimits(CacheLimits limits) {
      this.cacheLimits = limits;
      return this;
    }

    /** Concurrency limits, circuit breaker and retries. */
    public Builder callLimits(CallLimits limits) {
      this.callLimits = limits;
      return this;
    }

    /**
     * Changes some of the concurrency limits, circuit breaker and retries, and keeps the others.
     */
    public Builder callLimits(Consumer<CallLimits.Builder> change) {
      CallLimits.Builder limits = callLimits.toBuilder();
      change.accept(limits);
      return callLimits(limits.build());
    }

    /**
     * Whether models see the tools as {@code server__tool}, or as the catalog's {@link
     * ToolNameMapper} names them; default {@code true}. Otherwise they have the server's own names,
     * changed only where model providers would reject one. Of two tools with one name, the one that
     * its server lists first is offered, and keeps the name until its server is removed. So a
     * server can take a name that another one has not listed yet: for servers that you trust. Tools
     * that the catalog adds keep the prefix. Setting {@code tool-name-prefix}.
     */
    public Builder toolNamePrefix(boolean enabled) {
      this.toolNamePrefix = enabled;
      return this;
    }

    /**
     * The options of one tool, by its name on its server; replaces earlier options under the same
     * name. With {@code *} and {@code ?}, the options of all tools whose names match: the first
     * matching pattern applies, and an exact name takes precedence over patterns. Setting {@code
     * tools}.
     */
    public Builder tool(String name, ToolOptions options) {
      this.tools.put(name, options);
      return this;
    }

    /**
     * Which tools are used, and their visibility; default all, offered to the model. Settings
     * {@code include}, {@code exclude}, {@code hide} and {@code disabled-tools}.
     */
    public Builder selection(ToolSelection tools) {
      this.selection = tools;
      return this;
    }

    /** Adds patterns to the selection, and keeps the others. */
    public Builder selection(Consumer<ToolSelection.Builder> change) {
      ToolSelection.Builder tools = selection.toBuilder();
      change.accept(tools);
      return selection(tools.build());
    }

    /**
     * Tools that run without approval even if the catalog's {@link
     * io.mcpbridge.approval.ApprovalPolicy} requires one: by name, {@code *} for all; default none.
     */
    public Builder alwaysAllow(String... names) {
      this.alwaysAllow = Stream.of(names).map(Glob::new).toList();
      return this;
    }

    /**
     * How arguments from models are repaired and validated, default {@link
     * ArgumentPolicy#REPAIR_AND_CHECK}.
     */
    public Builder argumentPolicy(ArgumentPolicy policy) {
      this.argumentPolicy = policy;
      return this;
    }

    /**
     * Whether to trust the server's tool annotations ({@code readOnlyHint}, {@code idempotentHint}
     * ...), for example to decide whether to retry a call. Default {@code false}: they are claims
     * of the server (tools, data types).
     */
    public Builder trustAnnotations(boolean trusted) {
      this.trustAnnotations = trusted;
      return this;
    }

    /**
     * What happens when the definition of a tool, or the server's instructions, change after they
     * were first seen, default {@link ToolChangePolicy#WARN}; setting {@code tool-change-policy}.
     */
    public Builder toolChangePolicy(ToolChangePolicy policy) {
      this.toolChangePolicy = policy;
      return this;
    }

    /**
     * What happens to invisible characters in names, titles, descriptions, instructions and schema
     * texts, default {@link InvisibleCharacterPolicy#REPORT}.
     */
    public Builder invisibleCharacters(InvisibleCharacterPolicy policy) {
      this.invisibleCharacters = policy;
      return this;
    }

    /**
     * The maximum length of a result for the model, default 50,000 characters, minimum 200; the
     * application gets all of it. Setting {@code max-result-characters}.
     */
    public Builder maxResultCharacters(int characters) {
      this.maxResultCharacters = characters;
      return this;
    }

    /**
     * The maximum length of a result for the model in tokens, estimated as a quarter of the
     * characters, or a third for JSON; minimum 100. {@code maxResultCharacters} limits the same
     * result, the smaller of both counts. Default: 5,000 with a result store, otherwise no limit in
     * tokens. Setting {@code max-result-tokens}.
     */
    public Builder maxResultTokens(int tokens) {
      this.maxResultTokens = tokens;
      return this;
    }

    /**
     * Whether the first line of each result names its tool and server to the model; default {@code
     * false}.
     */
    public Builder provenance(boolean enabled) {
      this.provenance = enabled;
      return this;
    }

    /**
     * The prefix of a failed tool's text ({@code isError}), separated by a space; omitted if the
     * text already begins with it or with "error". Default {@code Error:}, empty for none, at most
     * 50 characters.
     */
    public Builder errorPrefix(String prefix) {
      this.errorPrefix = prefix.strip();
      return this;
    }

    /**
     * Whether all JSON texts in results are minified for the model. By default, only text that
     * repeats the structured content is minified: other JSON may be a file that the model later
     * edits by its exact text.
     */
    public Builder compactJson(boolean compact) {
      this.compactJson = compact;
      return this;
    }

    /**
     * Whether the model may read the server's resources: adds the tools {@code list_resources} and
     * {@code read_resource} to the server's own; default {@code false}; setting {@code
     * resource-tools}.
     */
    public Builder resourceTools(boolean offered) {
      this.resourceTools = offered;
      return this;
    }

    /**
     * Which resources the model may read: only URIs that match one of these patterns, such as
     * {@code file:///data/*}; {@code *} matches any text, including slashes. A URI with the
     * segments {@code .} or {@code ..} matches no pattern. Default all; setting {@code
     * readable-resources}.
     */
    public Builder readableResources(String... uriPatterns) {
      this.readableResources = List.of(uriPatterns);
      return this;
    }

    /**
     * Builds the options.
     *
     * @throws IllegalArgumentException if a time limit or a size limit is out of range; the message
     *     names the setting
     */
    public ServerOptions build() {
      return new ServerOptions(
          new ServerOptions.Timeouts(timeout, initializationTimeout, listTimeout, idleTimeout),
          new ServerOptions.ConnectionSettings(
              start,
              new ServerOptions.ReconnectDelays(reconnectDelay, maxReconnectDelay),
              protocolVersion,
              maxPages,
              cacheLimits,
              trace,
              requestMeta),
          new ServerOptions.Tools(
              toolNamePrefix,
              Collections.unmodifiableMap(new LinkedHashMap<>(tools)),
              selection,
              alwaysAllow,
              argumentPolicy,
              trustAnnotations,
              toolChangePolicy,
              invisibleCharacters),
          new ServerOptions.Results(
              maxResultCharacters, maxResultTokens, provenance, errorPrefix, compactJson),
          new ServerOptions.Resources(resourceTools, readableResources),
          callLimits);
    }
  }
}
