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

/** Collects the options of one server. Not thread-safe. */
public final class ServerOptionsBuilder {

  private Duration timeout = Duration.ofSeconds(60);
  private Duration connectTimeout = Duration.ofSeconds(30);
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
  private DefinitionPolicy definitions = DefinitionPolicy.WARN;
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
    connectTimeout = options.connectTimeout();
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
    definitions = options.definitions();
    invisibleCharacters = options.invisibleCharacters();
    maxResultCharacters = options.maxResultCharacters();
    provenance = options.provenance();
    errorPrefix = options.errorPrefix();
    compactJson = options.compactJson();
    resourceTools = options.resourceTools();
    readableResources = options.readableResources();
  }

  /** The most that one tool call may take, default 60 seconds; setting {@code timeout}. */
  public ServerOptionsBuilder timeout(Duration limit) {
    this.timeout = limit;
    return this;
  }

  /**
   * The most that connecting and greeting may take, default 30 seconds; setting {@code
   * connect-timeout}.
   */
  public ServerOptionsBuilder connectTimeout(Duration limit) {
    this.connectTimeout = limit;
    return this;
  }

  /** The most that one page of tools may take, default 30 seconds; setting {@code list-timeout}. */
  public ServerOptionsBuilder listTimeout(Duration limit) {
    this.listTimeout = limit;
    return this;
  }

  /**
   * The most that may pass during a call without a sign that the server works on it, {@code null}
   * for no such limit, which is the default; a report of progress begins it anew, up to the timeout
   * of the call. With it, the timeout can be long for tools that report: {@code
   * timeout(TEN_MINUTES).idleTimeout(ONE_MINUTE)}; setting {@code idle-timeout}.
   */
  public ServerOptionsBuilder idleTimeout(@Nullable Duration limit) {
    this.idleTimeout = limit;
    return this;
  }

  /**
   * When it is connected, and what hangs on it, default {@link StartPolicy#EAGER}; setting {@code
   * start}.
   */
  public ServerOptionsBuilder start(StartPolicy policy) {
    this.start = policy;
    return this;
  }

  /**
   * The revision to greet the server in, {@code null} to find out, which is the default; setting
   * {@code protocol-version}.
   */
  public ServerOptionsBuilder protocolVersion(@Nullable String version) {
    this.protocolVersion = version;
    return this;
  }

  /**
   * How many pages of a list are requested, default 1,000; setting {@code limits.max-pages}.
   * Besides, no page is requested after 10,000 entries or 64 million characters. What was read by
   * then is the list, with a warning.
   */
  public ServerOptionsBuilder maxPages(int pages) {
    this.maxPages = pages;
    return this;
  }

  /**
   * How much to keep of what the server says may be used again, default a thousand results and 16
   * MiB; settings {@code limits.max-cached-results} and {@code limits.max-cached-bytes}. The
   * catalogue itself lists tools only when it has a reason, and always asks.
   */
  public ServerOptionsBuilder cacheLimits(CacheLimits limits) {
    this.cacheLimits = limits;
    return this;
  }

  /** How many calls it may have at once, when it is spared, and what is repeated. */
  public ServerOptionsBuilder callLimits(CallLimits limits) {
    this.callLimits = limits;
    return this;
  }

  /**
   * How one tool is treated, by its name on its server; said again, the last word counts. With
   * {@code *} and {@code ?}, all tools whose names match: the first such pattern counts, and a
   * tool's own name before all patterns. Setting {@code tools}.
   */
  public ServerOptionsBuilder tool(String name, ToolOptions options) {
    this.tools.put(name, options);
    return this;
  }

  /**
   * Which of its tools there are, and for whom; default all, for the model. Settings {@code
   * include}, {@code exclude}, {@code hide} and {@code disabled-tools}.
   */
  public ServerOptionsBuilder selection(ToolSelection tools) {
    this.selection = tools;
    return this;
  }

  /**
   * Tools that run without anybody being asked, where the catalogue's {@link
   * io.mcpbridge.approval.ApprovalPolicy} would ask: by name, {@code *} for all; default none.
   * Setting {@code always-allow}.
   */
  public ServerOptionsBuilder alwaysAllow(String... names) {
    this.alwaysAllow = Stream.of(names).map(Glob::new).toList();
    return this;
  }

  /**
   * What is done with the arguments that models write for its tools, default {@link
   * ArgumentPolicy#REPAIR_AND_CHECK}; setting {@code argument-policy}.
   */
  public ServerOptionsBuilder argumentPolicy(ArgumentPolicy policy) {
    this.argumentPolicy = policy;
    return this;
  }

  /**
   * Whether what the server says of its tools ({@code readOnlyHint}, {@code idempotentHint} ...)
   * may decide anything, such as whether a call may be repeated. Default {@code false}: they are
   * claims of the server (tools, data types); setting {@code trust-annotations}.
   */
  public ServerOptionsBuilder trustAnnotations(boolean trusted) {
    this.trustAnnotations = trusted;
    return this;
  }

  /**
   * What is done with a tool that the server describes differently than when it was seen first,
   * default {@link DefinitionPolicy#WARN}; setting {@code definitions}.
   */
  public ServerOptionsBuilder definitions(DefinitionPolicy policy) {
    this.definitions = policy;
    return this;
  }

  /**
   * What is done with invisible characters in names, titles, descriptions, instructions and texts
   * of schemas, default {@link InvisibleCharacterPolicy#REPORT}; setting {@code
   * invisible-characters}.
   */
  public ServerOptionsBuilder invisibleCharacters(InvisibleCharacterPolicy policy) {
    this.invisibleCharacters = policy;
    return this;
  }

  /**
   * How much of a result the model gets, default 50,000 characters and 200 at least; the
   * application gets all of it. Setting {@code limits.max-result-characters}.
   */
  public ServerOptionsBuilder maxResultCharacters(int characters) {
    this.maxResultCharacters = characters;
    return this;
  }

  /**
   * Whether each result tells the model in a first line which tool of which server it is from;
   * default not. Setting {@code provenance}.
   */
  public ServerOptionsBuilder provenance(boolean told) {
    this.provenance = told;
    return this;
  }

  /**
   * The mark before the text of a failed tool ({@code isError}), which a space separates from it;
   * left out where the text itself begins with it or with "error". Default {@code Error:}, empty
   * for none, at most 50 characters; setting {@code error-prefix}.
   */
  public ServerOptionsBuilder errorPrefix(String prefix) {
    this.errorPrefix = prefix.strip();
    return this;
  }

  /**
   * Whether all JSON texts in results are given to the model without the white space between their
   * tokens. By default only those are that repeat the structured content: any other may be a file
   * that the model edits later by its exact text. Setting {@code compact-json}.
   */
  public ServerOptionsBuilder compactJson(boolean compact) {
    this.compactJson = compact;
    return this;
  }

  /**
   * Whether a model may look at the server's resources: it gets the tools {@code list_resources}
   * and {@code read_resource} besides the server's own; default no; setting {@code resource-tools}.
   */
  public ServerOptionsBuilder resourceTools(boolean offered) {
    this.resourceTools = offered;
    return this;
  }

  /**
   * Which resources a model may look at, by their URIs: only these, such as {@code file:///data/*};
   * {@code *} stands for any text, slashes included. A URI with the segments {@code .} or {@code
   * ..} is none of them. Default all; setting {@code readable-resources}.
   */
  public ServerOptionsBuilder readableResources(String... uriPatterns) {
    this.readableResources = List.of(uriPatterns);
    return this;
  }

  /**
   * What was collected.
   *
   * @throws IllegalArgumentException if there is no time for anything, or no room for any result;
   *     the message names the setting
   */
  public ServerOptions build() {
    return new ServerOptions(
        new ServerOptions.Times(timeout, connectTimeout, listTimeout, idleTimeout),
        new ServerOptions.Connecting(start, protocolVersion, maxPages, cacheLimits),
        new ServerOptions.Tools(
            Collections.unmodifiableMap(new LinkedHashMap<>(tools)),
            selection,
            alwaysAllow,
            argumentPolicy,
            trustAnnotations,
            definitions,
            invisibleCharacters),
        new ServerOptions.Results(maxResultCharacters, provenance, errorPrefix, compactJson),
        new ServerOptions.Resources(resourceTools, readableResources),
        callLimits);
  }
}
