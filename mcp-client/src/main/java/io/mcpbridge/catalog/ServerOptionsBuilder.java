package io.mcpbridge.catalog;

import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.client.CacheLimits;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.selection.ToolSelection;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds the options of one server. Not thread-safe. */
public final class ServerOptionsBuilder {

  private Duration timeout = Duration.ofSeconds(60);
  private Duration initializationTimeout = Duration.ofSeconds(30);
  private Duration listTimeout = Duration.ofSeconds(30);
  private @Nullable Duration idleTimeout;
  private StartPolicy start = StartPolicy.EAGER;
  private @Nullable String protocolVersion;
  private int maxPages = 1_000;
  private CacheLimits cacheLimits = CacheLimits.defaults();
  private CallLimits callLimits = CallLimits.defaults();
  private final Map<String, ToolOptions> tools = new LinkedHashMap<>();
  private ToolSelection selection = ToolSelection.everything();
  private List<Glob> alwaysAllow = List.of();
  private ArgumentPolicy argumentPolicy = ArgumentPolicy.REPAIR_AND_CHECK;
  private boolean trustAnnotations;
  private ToolChangePolicy toolChangePolicy = ToolChangePolicy.WARN;
  private InvisibleCharacterPolicy invisibleCharacters = InvisibleCharacterPolicy.REPORT;
  private int maxResultCharacters = 50_000;
  private boolean provenance;
  private String errorPrefix = "Error:";
  private boolean compactJson;
  private boolean resourceTools;
  private List<String> readableResources = List.of("*");

  ServerOptionsBuilder() {}

  ServerOptionsBuilder(ServerOptions options) {
    timeout = options.timeout();
    initializationTimeout = options.initializationTimeout();
    listTimeout = options.listTimeout();
    idleTimeout = options.idleTimeout();
    start = options.start();
    protocolVersion = options.protocolVersion();
    maxPages = options.maxPages();
    cacheLimits = options.cacheLimits();
    callLimits = options.callLimits();
    tools.putAll(options.tools());
    selection = options.selection();
    alwaysAllow = options.alwaysAllow();
    argumentPolicy = options.argumentPolicy();
    trustAnnotations = options.trustAnnotations();
    toolChangePolicy = options.toolChangePolicy();
    invisibleCharacters = options.invisibleCharacters();
    maxResultCharacters = options.maxResultCharacters();
    provenance = options.provenance();
    errorPrefix = options.errorPrefix();
    compactJson = options.compactJson();
    resourceTools = options.resourceTools();
    readableResources = options.readableResources();
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

  /**
   * The timeout for one page of the tool list, default 30 seconds; setting {@code list-timeout}.
   */
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
   * The protocol revision to use; {@code null} to negotiate, which is the default; setting {@code
   * protocol-version}.
   */
  public ServerOptionsBuilder protocolVersion(@Nullable String version) {
    this.protocolVersion = version;
    return this;
  }

  /**
   * The maximum number of pages of a list, default 1,000; setting {@code limits.max-pages}. In
   * addition, no page is requested after 10,000 entries or 64 million characters. The pages read so
   * far then form the list, with a warning.
   */
  public ServerOptionsBuilder maxPages(int pages) {
    this.maxPages = pages;
    return this;
  }

  /**
   * The limits of the cache for results with a {@code ttlMs}, default a thousand results and 16
   * MiB; settings {@code limits.max-cached-results} and {@code limits.max-cached-bytes}. The
   * catalog itself lists tools only when it has a reason, and bypasses the cache then.
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

  /**
   * The options of one tool, by its name on its server; replaces earlier options under the same
   * name. With {@code *} and {@code ?}, the options of all tools whose names match: the first
   * matching pattern applies, and an exact name takes precedence over patterns. Setting {@code
   * tools}.
   */
  public ServerOptionsBuilder tool(String name, ToolOptions options) {
    this.tools.put(name, options);
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

  /**
   * Tools that run without approval even if the catalog's {@link
   * io.mcpbridge.approval.ApprovalPolicy} requires one: by name, {@code *} for all; default none.
   * Setting {@code always-allow}.
   */
  public ServerOptionsBuilder alwaysAllow(String... names) {
    this.alwaysAllow = Stream.of(names).map(Glob::new).toList();
    return this;
  }

  /**
   * How arguments from models are repaired and validated, default {@link
   * ArgumentPolicy#REPAIR_AND_CHECK}; setting {@code argument-policy}.
   */
  public ServerOptionsBuilder argumentPolicy(ArgumentPolicy policy) {
    this.argumentPolicy = policy;
    return this;
  }

  /**
   * Whether to trust the server's tool annotations ({@code readOnlyHint}, {@code idempotentHint}
   * ...), for example to decide whether to retry a call. Default {@code false}: they are claims of
   * the server (tools, data types); setting {@code trust-annotations}.
   */
  public ServerOptionsBuilder trustAnnotations(boolean trusted) {
    this.trustAnnotations = trusted;
    return this;
  }

  /**
   * What happens when the definition of a tool changes after it was first seen, default {@link
   * ToolChangePolicy#WARN}; setting {@code tool-change-policy}.
   */
  public ServerOptionsBuilder toolChangePolicy(ToolChangePolicy policy) {
    this.toolChangePolicy = policy;
    return this;
  }

  /**
   * What happens to invisible characters in names, titles, descriptions, instructions and schema
   * texts, default {@link InvisibleCharacterPolicy#REPORT}; setting {@code invisible-characters}.
   */
  public ServerOptionsBuilder invisibleCharacters(InvisibleCharacterPolicy policy) {
    this.invisibleCharacters = policy;
    return this;
  }

  /**
   * The maximum length of a result for the model, default 50,000 characters, minimum 200; the
   * application gets all of it. Setting {@code limits.max-result-characters}.
   */
  public ServerOptionsBuilder maxResultCharacters(int characters) {
    this.maxResultCharacters = characters;
    return this;
  }

  /**
   * Whether the first line of each result names its tool and server to the model; default {@code
   * false}. Setting {@code provenance}.
   */
  public ServerOptionsBuilder provenance(boolean told) {
    this.provenance = told;
    return this;
  }

  /**
   * The prefix of a failed tool's text ({@code isError}), separated by a space; omitted if the text
   * already begins with it or with "error". Default {@code Error:}, empty for none, at most 50
   * characters; setting {@code error-prefix}.
   */
  public ServerOptionsBuilder errorPrefix(String prefix) {
    this.errorPrefix = prefix.strip();
    return this;
  }

  /**
   * Whether all JSON texts in results are minified for the model. By default, only text that
   * repeats the structured content is minified: other JSON may be a file that the model later edits
   * by its exact text. Setting {@code compact-json}.
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
   * Builds the options.
   *
   * @throws IllegalArgumentException if a time limit or a size limit is out of range; the message
   *     names the setting
   */
  public ServerOptions build() {
    return new ServerOptions(
        new ServerOptions.Timeouts(timeout, initializationTimeout, listTimeout, idleTimeout),
        new ServerOptions.ConnectionSettings(start, protocolVersion, maxPages, cacheLimits),
        new ServerOptions.Tools(
            Collections.unmodifiableMap(new LinkedHashMap<>(tools)),
            selection,
            alwaysAllow,
            argumentPolicy,
            trustAnnotations,
            toolChangePolicy,
            invisibleCharacters),
        new ServerOptions.Results(maxResultCharacters, provenance, errorPrefix, compactJson),
        new ServerOptions.Resources(resourceTools, readableResources),
        callLimits);
  }
}
