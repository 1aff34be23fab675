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

/** Builds {@link ServerOptions}. Not thread-safe. */
public final class ServerOptionsBuilder implements Cloneable {

  /** Leaves room for the text of a failed tool. */
  private static final int MAX_PREFIX_LENGTH = 50;

  Duration timeout = Duration.ofSeconds(60);
  Duration initializationTimeout = Duration.ofSeconds(30);
  Duration listTimeout = Duration.ofSeconds(30);
  @Nullable Duration idleTimeout;
  StartPolicy start = StartPolicy.EAGER;
  Duration reconnectDelay = Duration.ofSeconds(1);
  Duration maxReconnectDelay = Duration.ofSeconds(60);
  @Nullable String protocolVersion;
  int maxPages = 1_000;
  TraceLevel trace = TraceLevel.OFF;
  @Nullable Function<CallerContext, Map<String, ?>> requestMeta;
  CacheLimits cacheLimits = CacheLimits.defaults();
  CallLimits callLimits = CallLimits.defaults();
  boolean toolNamePrefix = true;
  Map<String, ToolOptions> tools = Map.of();
  ToolSelection selection = ToolSelection.everything();
  List<Glob> alwaysAllow = List.of();
  ArgumentPolicy argumentPolicy = ArgumentPolicy.REPAIR_AND_CHECK;
  boolean trustAnnotations;
  ToolChangePolicy toolChangePolicy = ToolChangePolicy.WARN;
  InvisibleCharacterPolicy invisibleCharacters = InvisibleCharacterPolicy.REPORT;
  int maxResultCharacters = 50_000;
  @Nullable Integer maxResultTokens;
  @Nullable String description;
  boolean provenance;
  String errorPrefix = "Error:";
  boolean compactJson;
  boolean resourceTools;
  List<String> readableResources = List.of("*");

  ServerOptionsBuilder() {}

  /** A builder of its own with the same values, which are immutable. */
  ServerOptionsBuilder copy() {
    try {
      return (ServerOptionsBuilder) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * How much of the traffic with the server is logged and kept by the catalog's {@link
   * io.mcpbridge.transport.WireTrace}; default {@link TraceLevel#OFF}; setting {@code trace}. A
   * change does not reconnect.
   */
  public ServerOptionsBuilder trace(TraceLevel level) {
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
  public ServerOptionsBuilder requestMeta(Function<CallerContext, Map<String, ?>> members) {
    this.requestMeta = members;
    return this;
  }

  /** The timeout of a tool call, default 60 seconds; setting {@code timeout}. */
  public ServerOptionsBuilder timeout(Duration limit) {
    this.timeout = limit;
    return this;
  }

  /**
   * The timeout for connecting, including initialization, default 30 seconds; setting {@code
   * initialization-timeout}.
   */
  public ServerOptionsBuilder initializationTimeout(Duration limit) {
    this.initializationTimeout = limit;
    return this;
  }

  /** The timeout for one page of the tool list, default 30 seconds. */
  public ServerOptionsBuilder listTimeout(Duration limit) {
    this.listTimeout = limit;
    return this;
  }

  /**
   * The longest time during a call without a sign of activity from the server; {@code null} for no
   * limit, which is the default. A progress notification restarts it, up to the timeout of the
   * call. With it, the timeout can be long for tools that report progress: {@code
   * timeout(TEN_MINUTES).idleTimeout(ONE_MINUTE)}; setting {@code idle-timeout}.
   */
  public ServerOptionsBuilder idleTimeout(@Nullable Duration limit) {
    this.idleTimeout = limit;
    return this;
  }

  /**
   * When the server is connected, and whether the application requires it, default {@link
   * StartPolicy#EAGER}; setting {@code start}.
   */
  public ServerOptionsBuilder start(StartPolicy policy) {
    this.start = policy;
    return this;
  }

  /**
   * The delay before the first reconnection attempt of the background, default 1 second; doubles
   * after each failed attempt up to {@link #maxReconnectDelay}. Each delay is between half and all
   * of it, at random, so that many clients do not reconnect at once; a server's {@code Retry-After}
   * extends it. A call to the server does not wait for it.
   */
  public ServerOptionsBuilder reconnectDelay(Duration delay) {
    this.reconnectDelay = delay;
    return this;
  }

  /**
   * The maximum delay between reconnection attempts, default 60 seconds; at least {@link
   * #reconnectDelay}. A connection that lasted longer resets the delay.
   */
  public ServerOptionsBuilder maxReconnectDelay(Duration delay) {
    this.maxReconnectDelay = delay;
    return this;
  }

  /** The protocol revision to use; {@code null} to negotiate, which is the default. */
  public ServerOptionsBuilder protocolVersion(@Nullable String version) {
    this.protocolVersion = version;
    return this;
  }

  /**
   * The maximum number of pages of a list, default 1,000. In addition, no page is requested after
   * 10,000 entries or 64 million characters. The pages read so far then form the list, with a
   * warning.
   */
  public ServerOptionsBuilder maxPages(int pages) {
    this.maxPages = pages;
    return this;
  }

  /**
   * The limits of the cache for results with a {@code ttlMs}, default a thousand results and 16
   * MiB. The catalog itself lists tools only when it has a reason, and bypasses the cache then.
   */
  public ServerOptionsBuilder cacheLimits(CacheLimits limits) {
    this.cacheLimits = limits;
    return this;
  }

  /** Concurrency limits, circuit breaker and retries. */
  public ServerOptionsBuilder callLimits(CallLimits limits) {
    this.callLimits = limits;
    return this;
  }

  /** Changes some of the concurrency limits, circuit breaker and retries, and keeps the others. */
  public ServerOptionsBuilder callLimits(Consumer<CallLimits.Builder> change) {
    CallLimits.Builder limits = callLimits.toBuilder();
    change.accept(limits);
    return callLimits(limits.build());
  }

  /**
   * Whether models see the tools as {@code server__tool}, or as the catalog's {@link
   * ToolNameMapper} names them; default {@code true}. Otherwise they have the server's own names,
   * changed only where model providers would reject one. Of two tools with one name, the one that
   * its server lists first is offered, and keeps the name until its server is removed. So a server
   * can take a name that another one has not listed yet: for servers that you trust. Tools that the
   * catalog adds keep the prefix. Setting {@code tool-name-prefix}.
   */
  public ServerOptionsBuilder toolNamePrefix(boolean enabled) {
    this.toolNamePrefix = enabled;
    return this;
  }

  /**
   * The options of one tool, by its name on its server; replaces earlier options under the same
   * name. With {@code *} and {@code ?}, the options of all tools whose names match: the first
   * matching pattern applies, and an exact name takes precedence over patterns. Setting {@code
   * tools}.
   */
  public ServerOptionsBuilder tool(String name, ToolOptions options) {
    Map<String, ToolOptions> extended = new LinkedHashMap<>(tools);
    extended.put(name, options);
    this.tools = Collections.unmodifiableMap(extended);
    return this;
  }

  /**
   * Which tools are used, and their visibility; default all, offered to the model. Settings {@code
   * include}, {@code exclude}, {@code hide} and {@code disabled-tools}.
   */
  public ServerOptionsBuilder selection(ToolSelection tools) {
    this.selection = tools;
    return this;
  }

  /** Adds patterns to the selection, and keeps the others. */
  public ServerOptionsBuilder selection(Consumer<ToolSelection.Builder> change) {
    ToolSelection.Builder tools = selection.toBuilder();
    change.accept(tools);
    return selection(tools.build());
  }

  /**
   * Tools that run without approval even if the catalog's {@link
   * io.mcpbridge.approval.ApprovalPolicy} requires one: by name, {@code *} for all; default none.
   */
  public ServerOptionsBuilder alwaysAllow(String... names) {
    this.alwaysAllow = Stream.of(names).map(Glob::new).toList();
    return this;
  }

  /**
   * How arguments from models are repaired and validated, default {@link
   * ArgumentPolicy#REPAIR_AND_CHECK}.
   */
  public ServerOptionsBuilder argumentPolicy(ArgumentPolicy policy) {
    this.argumentPolicy = policy;
    return this;
  }

  /**
   * Whether to trust the server's tool annotations ({@code readOnlyHint}, {@code idempotentHint}
   * ...), for example to decide whether to retry a call. Default {@code false}: they are claims of
   * the server (tools, data types).
   */
  public ServerOptionsBuilder trustAnnotations(boolean trusted) {
    this.trustAnnotations = trusted;
    return this;
  }

  /**
   * What happens when the definition of a tool, or the server's instructions, change after they
   * were first seen, default {@link ToolChangePolicy#WARN}; setting {@code tool-change-policy}.
   */
  public ServerOptionsBuilder toolChangePolicy(ToolChangePolicy policy) {
    this.toolChangePolicy = policy;
    return this;
  }

  /**
   * What happens to invisible characters in names, titles, descriptions, instructions and schema
   * texts, default {@link InvisibleCharacterPolicy#REPORT}.
   */
  public ServerOptionsBuilder invisibleCharacters(InvisibleCharacterPolicy policy) {
    this.invisibleCharacters = policy;
    return this;
  }

  /**
   * The maximum length of a result for the model, default 50,000 characters, minimum 200; the
   * application gets all of it. Setting {@code max-result-characters}.
   */
  public ServerOptionsBuilder maxResultCharacters(int characters) {
    this.maxResultCharacters = characters;
    return this;
  }

  /**
   * The maximum length of a result for the model in tokens, estimated as a quarter of the
   * characters, or a third for JSON; minimum 100. {@code maxResultCharacters} limits the same
   * result, the smaller of both counts. Default: 5,000 with a result store, otherwise no limit in
   * tokens. Setting {@code max-result-tokens}.
   */
  public ServerOptionsBuilder maxResultTokens(int tokens) {
    this.maxResultTokens = tokens;
    return this;
  }

  /**
   * Whether the first line of each result names its tool and server to the model; default {@code
   * false}.
   */
  public ServerOptionsBuilder provenance(boolean enabled) {
    this.provenance = enabled;
    return this;
  }

  /**
   * The prefix of a failed tool's text ({@code isError}), separated by a space; omitted if the text
   * already begins with it or with "error". Default {@code Error:}, empty for none, at most 50
   * characters.
   */
  public ServerOptionsBuilder errorPrefix(String prefix) {
    this.errorPrefix = prefix.strip();
    return this;
  }

  /**
   * Whether all JSON texts in results are minified for the model. By default, only text that
   * repeats the structured content is minified: other JSON may be a file that the model later edits
   * by its exact text.
   */
  public ServerOptionsBuilder compactJson(boolean compact) {
    this.compactJson = compact;
    return this;
  }

  /**
   * Whether the model may read the server's resources: adds the tools {@code list_resources} and
   * {@code read_resource} to the server's own; default {@code false}; setting {@code
   * resource-tools}.
   */
  public ServerOptionsBuilder resourceTools(boolean offered) {
    this.resourceTools = offered;
    return this;
  }

  /**
   * Which resources the model may read: only URIs that match one of these patterns, such as {@code
   * file:///data/*}; {@code *} matches any text, including slashes. A URI with the segments {@code
   * .} or {@code ..} matches no pattern. Default all; setting {@code readable-resources}.
   */
  public ServerOptionsBuilder readableResources(String... uriPatterns) {
    this.readableResources = List.of(uriPatterns);
    return this;
  }

  /**
   * What the server is for, in a line of at most 120 characters that models read with a tool
   * search; default: its title or instructions if it is {@linkplain
   * io.mcpbridge.search.ToolSearch.Builder#trustedServers trusted}, and words of the names of its
   * tools; setting {@code description}.
   */
  public ServerOptionsBuilder description(@Nullable String line) {
    this.description = line;
    return this;
  }

  /**
   * Builds the options.
   *
   * @throws IllegalArgumentException if a time limit or a size limit is out of range; the message
   *     names the setting
   */
  public ServerOptions build() {
    ToolOptions.checkTime("timeout", timeout);
    ToolOptions.checkTime("initialization-timeout", initializationTimeout);
    ToolOptions.checkTime("listTimeout", listTimeout);
    ToolOptions.checkTime("idle-timeout", idleTimeout);
    ToolOptions.checkTime("reconnectDelay", reconnectDelay);
    ToolOptions.checkTime("maxReconnectDelay", maxReconnectDelay);
    if (maxReconnectDelay.compareTo(reconnectDelay) < 0) {
      throw new IllegalArgumentException(
          "maxReconnectDelay must be at least reconnectDelay (%s): %s"
              .formatted(reconnectDelay, maxReconnectDelay));
    }
    ToolOptions.checkResultCharacters(maxResultCharacters);
    ToolOptions.checkResultTokens(maxResultTokens);
    if (errorPrefix.length() > MAX_PREFIX_LENGTH) {
      throw new IllegalArgumentException(
          "errorPrefix must have at most %d characters, not %d"
              .formatted(MAX_PREFIX_LENGTH, errorPrefix.length()));
    }
    return new ServerOptions(copy());
  }

  /** All options by name, to compare and to print them. */
  Map<String, @Nullable Object> asMap() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("timeout", timeout);
    values.put("initializationTimeout", initializationTimeout);
    values.put("listTimeout", listTimeout);
    values.put("idleTimeout", idleTimeout);
    values.put("start", start);
    values.put("reconnectDelay", reconnectDelay);
    values.put("maxReconnectDelay", maxReconnectDelay);
    values.put("protocolVersion", protocolVersion);
    values.put("maxPages", maxPages);
    values.put("trace", trace);
    values.put("requestMeta", requestMeta);
    values.put("cacheLimits", cacheLimits);
    values.put("callLimits", callLimits);
    values.put("toolNamePrefix", toolNamePrefix);
    values.put("tools", tools);
    values.put("selection", selection);
    values.put("alwaysAllow", alwaysAllow);
    values.put("argumentPolicy", argumentPolicy);
    values.put("trustAnnotations", trustAnnotations);
    values.put("toolChangePolicy", toolChangePolicy);
    values.put("invisibleCharacters", invisibleCharacters);
    values.put("maxResultCharacters", maxResultCharacters);
    values.put("maxResultTokens", maxResultTokens);
    values.put("description", description);
    values.put("provenance", provenance);
    values.put("errorPrefix", errorPrefix);
    values.put("compactJson", compactJson);
    values.put("resourceTools", resourceTools);
    values.put("readableResources", readableResources);
    return values;
  }
}
