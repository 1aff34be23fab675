package io.mcpbridge.spring.boot;

import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.search.ToolSearchStyle;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.transport.TraceLevel;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * Configuration of the MCP client: its servers, and what applies to all of them.
 *
 * @param enabled Whether to enable the MCP client, which connects to the configured servers.
 * @param servers MCP servers by name, in the order in which their tools are listed. The name is the
 *     prefix of the tool names that the model sees; each server has a 'url' or a 'command', and
 *     accepts all properties of 'mcp.client.defaults'. Without either, the properties supplement
 *     the entry of that name in the 'mcp.client.config-files'.
 * @param defaults Default properties of all servers. Values of a server take precedence.
 * @param configFiles Configuration files in the 'mcpServers' format of Claude, VS Code, Cursor and
 *     other clients.
 * @param importSpringAiConnections Whether to also connect to the servers that are configured below
 *     'spring.ai.mcp.client', for migration from the MCP client starter of Spring AI.
 * @param profile What holds for properties that are not set: 'strict' does only what a person or a
 *     rule has allowed. Calls need approval, changed tools are disabled, arguments and names are
 *     not repaired, and servers of files must be named below 'mcp.client.servers'.
 * @param startupTimeout Maximum time that application startup waits for servers with
 *     'start=required' before it fails. Default unit: seconds.
 * @param events Spring application events.
 * @param observations Micrometer metrics and traces.
 * @param users Connections per user, for servers with 'per-user=true'.
 * @param approval Approval of tool calls (human in the loop).
 * @param console The console, a page that shows the servers and tools of the application.
 * @param guards Limits on the tool calls of a model in a loop.
 * @param instructions Instructions of MCP servers in the system prompt.
 * @param schemaProfile JSON Schema form of the tool input schemas that the model gets. 'auto'
 *     selects it by model provider, such as OpenAI, Anthropic or Gemini.
 * @param trace Wire trace: logs each JSON-RPC message, request and response, sent to and received
 *     from the servers, with the logger 'io.mcpbridge.wire'. 'headers' shows method, id, size, HTTP
 *     status and headers, 'bodies' also the contents, which may be personal data. Credentials are
 *     redacted.
 * @param resultStore Store for tool results that are too long for the model, which can then read on
 *     in them.
 * @param toolSearch Tool search, by which a model finds tools instead of reading all definitions.
 */
@ConfigurationProperties("mcp.client")
public record McpClientProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue Map<String, McpServerProperties> servers,
    @NestedConfigurationProperty @Nullable McpServerProperties defaults,
    @DefaultValue ConfigFiles configFiles,
    boolean importSpringAiConnections,
    @DefaultValue("standard") McpClientProfile profile,
    @DefaultValue("60s") @DurationUnit(ChronoUnit.SECONDS) Duration startupTimeout,
    @DefaultValue Events events,
    @DefaultValue Observations observations,
    @DefaultValue Users users,
    @DefaultValue Approval approval,
    @DefaultValue Console console,
    @DefaultValue Guards guards,
    @DefaultValue Instructions instructions,
    @DefaultValue("auto") SchemaForm schemaProfile,
    @DefaultValue("off") TraceLevel trace,
    @DefaultValue ResultStore resultStore,
    @DefaultValue ToolSearch toolSearch) {

  /** Copies the map, keeping the order of the servers. */
  public McpClientProperties {
    servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
  }

  /** The properties of all servers; without values if none is set. */
  @Override
  public McpServerProperties defaults() {
    return defaults == null ? NoDefaults.INSTANCE : defaults;
  }

  /** Not bound before a server uses it: that costs an application without servers a tenth. */
  private static final class NoDefaults {
    static final McpServerProperties INSTANCE =
        new Binder().bindOrCreate("mcp.client.defaults", McpServerProperties.class);
  }

  /** Whether the server is used: its own value, else the default. */
  public boolean isEnabled(McpServerProperties server) {
    Boolean enabled = server.enabled() == null ? defaults().enabled() : server.enabled();
    return enabled == null || enabled;
  }

  /**
   * Configuration files in the 'mcpServers' format, which are watched for changes.
   *
   * @param global Path of the global 'mcpServers' file, of the user or the machine, such as
   *     'claude_desktop_config.json'. Entries that run 'mcp-remote' are connected directly and log
   *     in with OAuth as it does; 'auth.type=none' prevents the login.
   * @param project Path of the 'mcpServers' file of a project, such as '.vscode/mcp.json', which
   *     takes precedence over the global file. It starts programs on this machine: use only a file
   *     that you trust.
   */
  public record ConfigFiles(@Nullable String global, @Nullable String project) {}

  /**
   * Spring application events.
   *
   * @param progress Whether to request progress notifications for calls and publish them as
   *     application events.
   * @param output Whether application events of finished calls contain the text that the tool
   *     returned, shortened to 4,000 characters; for audit logs. It may be confidential.
   */
  public record Events(boolean progress, boolean output) {}

  /**
   * Micrometer metrics and traces.
   *
   * @param traceContext Whether to propagate the trace context ('traceparent', 'tracestate',
   *     'baggage') to servers, in '_meta' of each request. Requires a tracer.
   * @param include Attributes with possibly sensitive values to record on spans, each cut off after
   *     4,096 characters: 'arguments' of tool calls and prompts, 'results' of tool calls,
   *     'session-id'. Defaults to none.
   * @param joinToolSpan Whether a tool call adds its OpenTelemetry attributes to the span that
   *     Spring AI or another framework has opened for it ('spring.ai.tool', 'execute_tool'),
   *     instead of opening a second span.
   */
  public record Observations(
      @DefaultValue("true") boolean traceContext,
      @DefaultValue Set<SensitiveAttribute> include,
      @DefaultValue("true") boolean joinToolSpan) {}

  /** Attributes of spans that may contain secrets or personal data. */
  public enum SensitiveAttribute {
    /** Arguments of tool calls and of prompts. */
    ARGUMENTS,
    /** Results of successful tool calls. */
    RESULTS,
    /** The id of the HTTP session, with which others could join it. */
    SESSION_ID
  }

  /**
   * Connections per user: servers with 'per-user=true', of which each user has a connection, a
   * session and a tool list.
   *
   * @param max Maximum number of users with open connections to servers with 'per-user=true'.
   *     Beyond it, the least recently used connections are closed, those without calls in flight
   *     first.
   * @param idleTime Idle time after which the connections of a user to servers with 'per-user=true'
   *     are closed. Default unit: seconds.
   * @param initialTimeout Maximum time that the first request of a user waits for the tools of
   *     servers with 'per-user=true'. Default unit: seconds.
   */
  public record Users(
      @DefaultValue("1000") int max,
      @DefaultValue("30m") @DurationUnit(ChronoUnit.SECONDS) Duration idleTime,
      @DefaultValue("5s") @DurationUnit(ChronoUnit.SECONDS) Duration initialTimeout) {}

  /**
   * Approval of tool calls (human in the loop). Rules for tools alone can also be the 'approval'
   * properties of each server.
   *
   * @param timeout Maximum time that a tool call waits for the decision of the 'ApprovalHandler'
   *     (human in the loop) before it is refused. Default unit: seconds.
   * @param suspendFor Lets calls that need approval end at once instead of waiting for the
   *     decision, which may take this long; the application makes them later (suspended calls).
   *     Default unit: seconds.
   * @param store Where to keep calls that need approval: 'memory', or 'jdbc' (table 'mcp_approval'
   *     of the 'DataSource' bean, not encrypted; needs 'mcp-approval'). An 'ApprovalStore' bean
   *     takes precedence.
   * @param rules Rules that select calls by tool, arguments and user. Those that deny come before
   *     those that ask, and these before those that allow.
   * @param endpoint REST endpoints of the calls that wait for approval.
   */
  public record Approval(
      @DefaultValue("5m") @DurationUnit(ChronoUnit.SECONDS) Duration timeout,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration suspendFor,
      @DefaultValue("memory") Store store,
      @DefaultValue List<Rule> rules,
      @DefaultValue Endpoint endpoint) {

    /**
     * REST endpoints of the calls that wait for approval.
     *
     * @param path Path of the REST endpoints where users who are signed in with Spring Security
     *     list and decide about their tool calls that wait for approval, such as '/mcp/approvals'.
     *     By default there are none.
     * @param approverAuthority Authority of Spring Security, such as 'ROLE_APPROVER', with which a
     *     user lists and decides about the calls of all users at the REST endpoints. By default,
     *     users decide about their own calls only.
     */
    public record Endpoint(@Nullable String path, @Nullable String approverAuthority) {}

    /** Where calls are kept. */
    public enum Store {
      /** In memory. */
      MEMORY,

      /** In a table. */
      JDBC
    }
  }

  /**
   * The console, a page that shows the servers and tools of the application (module 'mcp-console').
   *
   * @param enabled Whether the application has the console at '/mcp-console'. By default only in
   *     development, with Spring Boot's devtools: for this machine, with a token from the log.
   *     Otherwise it needs 'authority'.
   * @param authority Authority of Spring Security, such as 'ROLE_OPERATOR', with which a user may
   *     use the console.
   */
  public record Console(@Nullable Boolean enabled, @Nullable String authority) {}

  /**
   * A rule for calls. It has one of 'deny', 'ask' and 'allow'; all that it has must apply.
   *
   * @param deny Patterns ('*' and '?' wildcards) of names of tools, such as 'write' or
   *     'files__write', whose calls never run.
   * @param ask Patterns of names of tools whose calls need approval.
   * @param allow Patterns of names of tools whose calls run without approval. 'files__write' is
   *     only the tool 'write' of the server 'files'.
   * @param traits Limits the rule to tools whose annotations have all of these traits.
   * @param users Limits the rule to calls of these users.
   * @param authorities Limits the rule to users with one of these authorities of Spring Security.
   * @param when Limits the rule to calls with such arguments: conditions by JSON pointer, as in
   *     'when[/path].below'; '*' stands for each element, as in 'when[/files/*].below'. Conditions
   *     are 'equals', 'in', 'glob', 'regex', 'starts-with', 'below' (the absolute path of a
   *     folder), 'minimum', 'maximum' and 'present'. What cannot be decided, such as for an
   *     argument that is missing, makes a rule apply that asks or denies, and none that allows.
   */
  public record Rule(
      @Nullable List<String> deny,
      @Nullable List<String> ask,
      @Nullable List<String> allow,
      @Nullable List<ToolTrait> traits,
      @Nullable List<String> users,
      @Nullable List<String> authorities,
      @DefaultValue Map<String, Map<String, Object>> when) {}

  /**
   * Limits on the tool calls of a model in a loop.
   *
   * @param maxCallsPerInvocation Maximum number of MCP tool calls that the model may make to answer
   *     one request (AI service call, ChatClient request), in all its rounds (iterations); 0 for no
   *     limit.
   * @param maxConsecutiveFailures Maximum number of consecutive failed MCP tool calls of one
   *     request, before the model may make no more; 0 for no limit.
   * @param maxCallsWithoutApproval Maximum number of consecutive MCP tool calls of one request that
   *     run without approval, before the 'ApprovalHandler' is asked (human in the loop) whatever
   *     the approval rules say; 0 for no limit.
   */
  public record Guards(
      @DefaultValue("200") int maxCallsPerInvocation,
      @DefaultValue("10") int maxConsecutiveFailures,
      @DefaultValue("0") int maxCallsWithoutApproval) {}

  /**
   * Instructions of MCP servers in the system prompt.
   *
   * @param servers Names ('*' and '?' wildcards) of trusted MCP servers whose 'instructions' are
   *     appended to the system prompt (system message) of requests with their tools, and describe
   *     them in a tool search. By default none: they steer the model as your own prompt does.
   */
  public record Instructions(@DefaultValue List<String> servers) {}

  /**
   * Store for tool results that are too long for the model, which reads on in them with the tool
   * 'read_result'. A bean of the type 'ResultStore' takes precedence.
   *
   * @param type Where to keep large tool results for the model to read on: 'none' shortens them,
   *     'memory', 'file' (in the 'directory'), or 'jdbc' (table 'mcp_result' of the 'DataSource'
   *     bean).
   * @param directory Directory of the large tool results of 'result-store.type=file'. It is created
   *     if necessary; only this application may use it.
   */
  public record ResultStore(@DefaultValue("none") Type type, @Nullable String directory) {

    /** Where results are kept. */
    public enum Type {
      /** Nowhere: they are shortened. */
      NONE,

      /** In memory. */
      MEMORY,

      /** In files. */
      FILE,

      /** In a table. */
      JDBC
    }
  }

  /**
   * Tool search, which offers tools to find and call the others with.
   *
   * @param mode When a model gets a search tool instead of all tool definitions, which saves
   *     tokens: 'auto' if they are more than the model provider accepts (128 tools for OpenAI) or
   *     larger than about 20,000 tokens, 'always', or 'off'.
   * @param style How a model calls the tools that a tool search found: 'call' with the tool
   *     'call_tool', which keeps prompt caches valid, or 'load' by name, after their definitions
   *     have joined the model's list of tools for the conversation.
   * @param alwaysVisible Tools that the model gets beside the tool search, by name ('*' and '?'
   *     wildcards), such as 'github__get_issue'.
   */
  public record ToolSearch(
      @DefaultValue("auto") ToolSearchMode mode,
      @DefaultValue("call") ToolSearchStyle style,
      @DefaultValue List<String> alwaysVisible) {

    /** Copies the list. */
    public ToolSearch {
      alwaysVisible = List.copyOf(alwaysVisible);
    }
  }

  /** A {@link SchemaProfile}, or automatic selection. */
  public enum SchemaForm {
    /** Selected by model provider. */
    AUTO,

    /** {@link SchemaProfile#VERBATIM}. */
    VERBATIM,

    /** {@link SchemaProfile#VERBATIM_BELOW_ROOT}. */
    VERBATIM_BELOW_ROOT,

    /** {@link SchemaProfile#INLINED}. */
    INLINED,

    /** {@link SchemaProfile#AZURE_OPENAI}. */
    AZURE_OPENAI,

    /** {@link SchemaProfile#OPENAI_STRICT}. */
    OPENAI_STRICT,

    /** {@link SchemaProfile#GEMINI}. */
    GEMINI,

    /** {@link SchemaProfile#TYPED}. */
    TYPED;

    /** The profile; {@code null} for {@link #AUTO}. */
    public @Nullable SchemaProfile profile() {
      return this == AUTO ? null : SchemaProfile.valueOf(name());
    }
  }
}
