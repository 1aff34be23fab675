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

/**
 * How one server of a catalogue is treated.
 *
 * <pre>{@code
 * ServerOptions patient =
 *     ServerOptions.builder()
 *         .timeout(Duration.ofMinutes(2))
 *         .tool("build", ToolOptions.builder().timeout(Duration.ofMinutes(10)).build())
 *         .build();
 * }</pre>
 *
 * @param timeout the most one tool call may take, default 60 seconds; setting {@code timeout}
 * @param connectTimeout the most that connecting and greeting may take, default 30 seconds; setting
 *     {@code connect-timeout}
 * @param listTimeout the most that one page of tools may take, default 30 seconds; setting {@code
 *     list-timeout}
 * @param maxPages how many pages a list of tools may have, default 64; setting {@code
 *     limits.max-pages}
 * @param cacheLimits how much to keep of what the server says may be used again, default a thousand
 *     results and 16 MiB; settings {@code limits.max-cached-results} and {@code
 *     limits.max-cached-bytes}. The catalogue itself lists tools only when it has a reason, and
 *     always asks
 * @param protocolVersion the revision to greet the server in, {@code null} to find out; setting
 *     {@code protocol-version}
 * @param start when it is connected, and what hangs on it, default {@link StartPolicy#EAGER};
 *     setting {@code start}
 * @param resourceTools whether a model may look at the server's resources: it gets the tools {@code
 *     list_resources} and {@code read_resource} besides the server's own; default no; setting
 *     {@code resource-tools}
 * @param readableResources which of the server's resources these tools list and read: patterns for
 *     whole URIs, in which {@code *} stands for any text, slashes included; default all; setting
 *     {@code readable-resources}
 * @param argumentPolicy what is done with the arguments that models write for its tools, default
 *     {@link ArgumentPolicy#REPAIR_AND_CHECK}; setting {@code argument-policy}
 * @param idleTimeout the most that may pass during a call without a sign that the server works on
 *     it, {@code null} for no such limit, which is the default; a report of progress begins it
 *     anew, up to the timeout of the call. With it, the timeout can be long for tools that report:
 *     {@code timeout(TEN_MINUTES).idleTimeout(ONE_MINUTE)}; setting {@code idle-timeout}
 * @param callLimits how many calls it may have at once, when it is spared, and what is repeated
 * @param trustAnnotations whether what the server says of its tools ({@code readOnlyHint}, {@code
 *     idempotentHint} ...) may decide anything, such as whether a call may be repeated. Default
 *     {@code false}: they are claims of the server (tools, data types); setting {@code
 *     trust-annotations}
 * @param tools how single tools are treated, by the tool's name on its server, or by a pattern with
 *     {@code *} and {@code ?} for those that are not named; setting {@code tools}
 * @param selection which of its tools there are, and for whom; default all, for the model. Settings
 *     {@code include}, {@code exclude}, {@code hide} and {@code disabled-tools}
 * @param alwaysAllow names of its tools that run without anybody being asked, where the catalogue's
 *     {@link io.mcpbridge.approval.ApprovalPolicy} would ask; default none. Setting {@code
 *     always-allow}
 * @param maxResultCharacters how much of a result the model gets, default 50,000 characters and 200
 *     at least; the application gets all of it. Setting {@code limits.max-result-characters}
 * @param provenance whether each result tells the model in a first line which tool of which server
 *     it is from; default not. Setting {@code provenance}
 * @param definitions what is done with a tool that the server describes differently than when it
 *     was seen first, default {@link DefinitionPolicy#ACCEPT}; setting {@code definitions}
 */
public record ServerOptions(
    Duration timeout,
    Duration connectTimeout,
    Duration listTimeout,
    int maxPages,
    CacheLimits cacheLimits,
    @Nullable String protocolVersion,
    StartPolicy start,
    boolean resourceTools,
    List<String> readableResources,
    ArgumentPolicy argumentPolicy,
    @Nullable Duration idleTimeout,
    CallLimits callLimits,
    boolean trustAnnotations,
    Map<String, ToolOptions> tools,
    ToolSelection selection,
    List<Glob> alwaysAllow,
    int maxResultCharacters,
    boolean provenance,
    DefinitionPolicy definitions) {

  /** The setting of {@link #maxResultCharacters()}. */
  static final String MAX_RESULT_CHARACTERS = "limits.max-result-characters";

  private static final ServerOptions DEFAULTS = builder().build();

  /**
   * Copies the map, keeping its order, and the lists.
   *
   * @throws IllegalArgumentException if there is no time for anything, or no room for any result;
   *     the message names the setting
   */
  public ServerOptions {
    ToolOptions.checkTime("timeout", timeout);
    ToolOptions.checkTime("connect-timeout", connectTimeout);
    ToolOptions.checkTime("list-timeout", listTimeout);
    ToolOptions.checkTime("idle-timeout", idleTimeout);
    ToolOptions.checkResultCharacters(maxResultCharacters);
    readableResources = List.copyOf(readableResources);
    alwaysAllow = List.copyOf(alwaysAllow);
    tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
  }

  /** 60 seconds a call, 30 to connect, 30 to list; any revision; all tools alike. */
  public static ServerOptions defaults() {
    return DEFAULTS;
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins with these options. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.timeout = timeout;
    builder.connectTimeout = connectTimeout;
    builder.listTimeout = listTimeout;
    builder.maxPages = maxPages;
    builder.cacheLimits = cacheLimits;
    builder.protocolVersion = protocolVersion;
    builder.start = start;
    builder.resourceTools = resourceTools;
    builder.readableResources = readableResources;
    builder.argumentPolicy = argumentPolicy;
    builder.idleTimeout = idleTimeout;
    builder.callLimits = callLimits;
    builder.trustAnnotations = trustAnnotations;
    builder.tools.putAll(tools);
    builder.selection = selection;
    builder.alwaysAllow = alwaysAllow;
    builder.maxResultCharacters = maxResultCharacters;
    builder.provenance = provenance;
    builder.definitions = definitions;
    return builder;
  }

  /** Whether nobody has to be asked about the tool of that name. */
  boolean alwaysAllows(String name) {
    return alwaysAllow.stream().anyMatch(glob -> glob.matches(name));
  }

  /** How the tool of that name is treated. */
  ToolOptions forTool(String name) {
    ToolOptions own = tools.get(name);
    if (own != null || tools.isEmpty()) {
      return own == null ? ToolOptions.defaults() : own;
    }
    return tools.entrySet().stream()
        .filter(entry -> !entry.getKey().isEmpty() && new Glob(entry.getKey()).matches(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(ToolOptions.defaults());
  }

  /** Collects options; each method's parameter is the record's component of that name. */
  public static final class Builder {

    private Duration timeout = Duration.ofSeconds(60);
    private Duration connectTimeout = Duration.ofSeconds(30);
    private Duration listTimeout = Duration.ofSeconds(30);
    private int maxPages = 64;
    private CacheLimits cacheLimits = CacheLimits.defaults();
    private @Nullable String protocolVersion;
    private StartPolicy start = StartPolicy.EAGER;
    private boolean resourceTools;
    private List<String> readableResources = List.of("*");
    private ArgumentPolicy argumentPolicy = ArgumentPolicy.REPAIR_AND_CHECK;
    private @Nullable Duration idleTimeout;
    private CallLimits callLimits = CallLimits.defaults();
    private boolean trustAnnotations;
    private final Map<String, ToolOptions> tools = new LinkedHashMap<>();
    private ToolSelection selection = ToolSelection.everything();
    private List<Glob> alwaysAllow = List.of();
    private int maxResultCharacters = 50_000;
    private boolean provenance;
    private DefinitionPolicy definitions = DefinitionPolicy.ACCEPT;

    private Builder() {}

    /** The most that a tool call may take. */
    public Builder timeout(Duration limit) {
      this.timeout = limit;
      return this;
    }

    /** The most that connecting and greeting may take. */
    public Builder connectTimeout(Duration limit) {
      this.connectTimeout = limit;
      return this;
    }

    /** The most that one page of tools may take. */
    public Builder listTimeout(Duration limit) {
      this.listTimeout = limit;
      return this;
    }

    /** How many pages a list of tools may have. */
    public Builder maxPages(int pages) {
      this.maxPages = pages;
      return this;
    }

    /** How much is kept to be used again. */
    public Builder cacheLimits(CacheLimits limits) {
      this.cacheLimits = limits;
      return this;
    }

    /** The revision to greet the server in; {@code null} to find out. */
    public Builder protocolVersion(@Nullable String version) {
      this.protocolVersion = version;
      return this;
    }

    /** When the server is connected, and what hangs on it. */
    public Builder start(StartPolicy policy) {
      this.start = policy;
      return this;
    }

    /** Whether a model may look at the server's resources. */
    public Builder resourceTools(boolean offered) {
      this.resourceTools = offered;
      return this;
    }

    /**
     * Which resources a model may look at, by their URIs: only these, such as {@code
     * file:///data/*}. A URI with the segments {@code .} or {@code ..} is none of them.
     */
    public Builder readableResources(String... uriPatterns) {
      this.readableResources = List.of(uriPatterns);
      return this;
    }

    /** What is done with the arguments that models write for its tools. */
    public Builder argumentPolicy(ArgumentPolicy policy) {
      this.argumentPolicy = policy;
      return this;
    }

    /** The most that may pass without a sign of work; {@code null} for no such limit. */
    public Builder idleTimeout(@Nullable Duration limit) {
      this.idleTimeout = limit;
      return this;
    }

    /** How many calls it may have at once, when it is spared, and what is repeated. */
    public Builder callLimits(CallLimits limits) {
      this.callLimits = limits;
      return this;
    }

    /** Whether what it says of its tools may decide anything. */
    public Builder trustAnnotations(boolean trusted) {
      this.trustAnnotations = trusted;
      return this;
    }

    /**
     * How one tool is treated, by its name on its server; said again, the last word counts. With
     * {@code *} and {@code ?}, all tools whose names match: the first such pattern counts, and a
     * tool's own name before all patterns.
     */
    public Builder tool(String name, ToolOptions options) {
      this.tools.put(name, options);
      return this;
    }

    /** Which of its tools there are, and for whom. */
    public Builder selection(ToolSelection tools) {
      this.selection = tools;
      return this;
    }

    /** Tools that run without being asked about, by name; {@code *} for all. */
    public Builder alwaysAllow(String... names) {
      this.alwaysAllow = Stream.of(names).map(Glob::new).toList();
      return this;
    }

    /** How much of a result the model gets. */
    public Builder maxResultCharacters(int characters) {
      this.maxResultCharacters = characters;
      return this;
    }

    /** Whether each result tells the model where it is from. */
    public Builder provenance(boolean told) {
      this.provenance = told;
      return this;
    }

    /** What is done with a tool that becomes another one. */
    public Builder definitions(DefinitionPolicy policy) {
      this.definitions = policy;
      return this;
    }

    /** What was collected. */
    public ServerOptions build() {
      return new ServerOptions(
          timeout,
          connectTimeout,
          listTimeout,
          maxPages,
          cacheLimits,
          protocolVersion,
          start,
          resourceTools,
          readableResources,
          argumentPolicy,
          idleTimeout,
          callLimits,
          trustAnnotations,
          tools,
          selection,
          alwaysAllow,
          maxResultCharacters,
          provenance,
          definitions);
    }
  }
}
