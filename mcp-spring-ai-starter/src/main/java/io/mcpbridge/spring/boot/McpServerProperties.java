package io.mcpbridge.spring.boot;

import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.catalog.InvisibleCharacterPolicy;
import io.mcpbridge.catalog.StartPolicy;
import io.mcpbridge.catalog.ToolChangePolicy;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.oauth.McpOAuthProperties;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;

/**
 * Configuration of one MCP server, below {@code mcp.client.servers.<name>}, or of all servers,
 * below {@code mcp.client.defaults}. A value that is set in neither place is {@code null} here and
 * has the default of {@code mcp-client}. Maps of the two places are merged; any other value of a
 * server replaces the default.
 *
 * @param enabled Whether to use the server.
 * @param start When to connect: 'eager' in the background at startup, 'required' at startup, which
 *     waits for the server and fails without it, 'lazy' on first use.
 * @param url URL of a running (remote) server, including its path, such as
 *     'https://example.com/mcp'.
 * @param transport HTTP transport: 'auto' is Streamable HTTP with fallback to HTTP+SSE, 'sse' is
 *     HTTP+SSE only.
 * @param messageEndpoint URL for POST requests over HTTP+SSE, instead of the endpoint that the
 *     server advertises; it may have another origin. Implies 'transport=sse'.
 * @param headers HTTP headers of every request to the 'url', such as an API key. For a header per
 *     user or tenant, declare an 'McpServerCustomizer' bean.
 * @param bearerToken Static bearer token, sent in the 'Authorization' header of every request to
 *     the 'url'.
 * @param oauth OAuth authorization of requests to the 'url'.
 * @param clientRegistration OAuth client registration of Spring Security whose access token is sent
 *     to the 'url': that of the current user, or of the application if its grant is
 *     'client_credentials'.
 * @param backgroundRegistration OAuth client registration of Spring Security, with the grant
 *     'client_credentials', for requests without a user, such as listing tools. By default they
 *     carry no token.
 * @param perUser Whether each user has a separate connection, session and tool list, opened on
 *     first use.
 * @param sslBundle Name of the SSL bundle for connections to the 'url': trusted certificates, and
 *     the client certificate for mutual TLS (mTLS). New connections use the reloaded bundle.
 * @param proxy HTTP proxy for connections to the 'url', such as
 *     'http://user:password@proxy.example:3128'. By default no proxy is used; the proxy system
 *     properties of the JVM are ignored.
 * @param maxConnections Maximum number of concurrent HTTP requests to the 'url'. Further requests
 *     wait until their timeout.
 * @param command Program to start as a local server (stdio transport), such as 'npx'.
 * @param args Arguments of the 'command'.
 * @param env Environment variables of the 'command', in addition to those that it inherits.
 * @param inheritEnv Names of environment variables that the 'command' inherits, besides 'PATH',
 *     'HOME' and others that programs need to run. 'AWS_*' matches by prefix.
 * @param workingDirectory Working directory of the 'command'. Defaults to that of this application.
 * @param probeTimeout How long to wait for the 'command' to respond to the discovery probe before
 *     falling back to 'initialize', at most half of the initialization timeout. Default unit:
 *     seconds.
 * @param shutdown Graceful shutdown of the 'command'.
 * @param timeout Timeout of a tool call, including queueing, connecting and retries, but not
 *     approval. Default unit: seconds.
 * @param idleTimeout Idle timeout of a tool call: maximum time without a message from the server,
 *     such as a progress notification, within 'timeout'. By default there is none. Default unit:
 *     seconds.
 * @param initializationTimeout Initialization timeout: maximum time to connect to the server and
 *     complete the MCP handshake. Default unit: seconds.
 * @param connectTimeout Connect timeout: maximum time to open a TCP connection to the 'url',
 *     including the TLS handshake. Default unit: seconds.
 * @param listTimeout Timeout of a 'tools/list' request, for each page. Default unit: seconds.
 * @param protocolVersion MCP protocol revision to use. By default the newest one that client and
 *     server support is negotiated.
 * @param include Allow list: patterns ('*' and '?' wildcards) of tool names to include; all other
 *     tools are removed. By default all tools are included; an empty list includes none.
 * @param includeTraits Allow list by tool annotations: also includes tools that have all of these
 *     traits.
 * @param onlyIncluded Whether to remove all tools that are not on an allow list ('include',
 *     'include-traits'), even if there is no list.
 * @param exclude Deny list: patterns ('*' and '?' wildcards) of tool names to remove. Takes
 *     precedence over the allow list.
 * @param excludeTraits Deny list by tool annotations: removes tools that have all of these traits.
 * @param hide Patterns ('*' and '?' wildcards) of tool names to hide from the model. The
 *     application can still call them.
 * @param hideTraits Hides tools from the model if their annotations have all of these traits. The
 *     application can still call them.
 * @param disabledTools Patterns ('*' and '?' wildcards) of tool names to disable. User interfaces
 *     list these tools, the model does not see them, and calls are refused.
 * @param tools Settings of single tools by name or pattern ('*' and '?' wildcards): timeouts,
 *     result limit, title, description and fixed arguments. Keys with characters other than
 *     letters, digits, '-' and '_' need brackets, as in 'tools[get_*]'.
 * @param approval Rules that select the calls that need approval (human in the loop).
 * @param alwaysAllow Patterns ('*' and '?' wildcards) of tool names that run without approval
 *     although a rule asks for it. They do not override 'approval.deny'.
 * @param argumentPolicy Validation of the arguments that the model writes: 'repair-and-check'
 *     repairs clear mistakes and rejects invalid arguments, 'repair' sends them anyway, 'pass'
 *     changes and checks nothing.
 * @param toolChangePolicy Tool change policy (tool pinning, against rug pulls): 'warn' logs when
 *     the server changes the definition of a tool, 'block' also disables the tool, 'accept' does
 *     neither.
 * @param invisibleCharacters Handling of invisible characters, which can hide prompt injection, in
 *     names, titles, descriptions, instructions and schema texts: 'report' logs a warning, 'remove'
 *     also removes them.
 * @param trustAnnotations Whether to trust the annotations of tools. If so, calls of tools with
 *     'readOnlyHint' or 'idempotentHint' may be retried.
 * @param resourceTools Whether the model gets tools to list and read the resources of the server
 *     ('list_resources', 'read_resource').
 * @param readableResources Allow list of resource URIs that the tools 'list_resources' and
 *     'read_resource' can access. '*' matches any text.
 * @param provenance Whether the first line of each result tells the model which tool of which
 *     server it comes from.
 * @param errorPrefix Prefix of the error text that the model reads of a failed tool ('isError'), at
 *     most 50 characters, empty for none. Omitted if the text starts with it or with 'error'.
 * @param compactJson Whether to remove whitespace from all JSON texts in results. By default only
 *     those that repeat the structured content are compacted, because others may be files that the
 *     model edits.
 * @param toolContextMeta Keys of the 'ToolContext' of Spring AI, such as a tenant id, whose values
 *     are sent to the server in '_meta' of each call (other types than number, boolean, list and
 *     map as text). Other entries are not sent.
 * @param maxConcurrentCalls Bulkhead: maximum number of concurrent calls to the server.
 * @param maxQueuedCalls Queue of the bulkhead: maximum number of calls that wait for a permit.
 *     Further calls are rejected.
 * @param maxRetries Maximum number of retries of a call after a transport failure, if it provably
 *     did not run or, with 'trust-annotations', its tool is read-only or idempotent.
 * @param circuitBreaker Circuit breaker.
 * @param limits Limits of messages, caches, results and server requests.
 */
public record McpServerProperties(
    @Nullable Boolean enabled,
    @Nullable StartPolicy start,
    @Nullable String url,
    @Nullable HttpTransport transport,
    @Nullable String messageEndpoint,
    @DefaultValue Map<String, String> headers,
    @Nullable String bearerToken,
    @DefaultValue @NestedConfigurationProperty McpOAuthProperties oauth,
    @Nullable String clientRegistration,
    @Nullable String backgroundRegistration,
    @Nullable Boolean perUser,
    @Nullable String sslBundle,
    @Nullable String proxy,
    @Nullable Integer maxConnections,
    @Nullable String command,
    @Nullable List<String> args,
    @DefaultValue Map<String, String> env,
    @Nullable List<String> inheritEnv,
    @Nullable String workingDirectory,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration probeTimeout,
    @DefaultValue Shutdown shutdown,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration timeout,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration idleTimeout,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration initializationTimeout,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration connectTimeout,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration listTimeout,
    @Nullable String protocolVersion,
    @Nullable List<String> include,
    @Nullable List<ToolTrait> includeTraits,
    @Nullable Boolean onlyIncluded,
    @Nullable List<String> exclude,
    @Nullable List<ToolTrait> excludeTraits,
    @Nullable List<String> hide,
    @Nullable List<ToolTrait> hideTraits,
    @Nullable List<String> disabledTools,
    @DefaultValue Map<String, Tool> tools,
    @DefaultValue Approval approval,
    @Nullable List<String> alwaysAllow,
    @Nullable ArgumentPolicy argumentPolicy,
    @Nullable ToolChangePolicy toolChangePolicy,
    @Nullable InvisibleCharacterPolicy invisibleCharacters,
    @Nullable Boolean trustAnnotations,
    @Nullable Boolean resourceTools,
    @Nullable List<String> readableResources,
    @Nullable Boolean provenance,
    @Nullable String errorPrefix,
    @Nullable Boolean compactJson,
    @Nullable List<String> toolContextMeta,
    @Nullable Integer maxConcurrentCalls,
    @Nullable Integer maxQueuedCalls,
    @Nullable Integer maxRetries,
    @DefaultValue CircuitBreaker circuitBreaker,
    @DefaultValue Limits limits) {

  /** Copies the maps, keeping their order. */
  public McpServerProperties {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
  }

  /** HTTP transport of a server. */
  public enum HttpTransport {
    /** Streamable HTTP, with fallback to HTTP+SSE. */
    AUTO,

    /** HTTP+SSE only, the transport of revision 2024-11-05. */
    SSE
  }

  /**
   * Graceful shutdown of a command.
   *
   * @param exitTimeout Graceful shutdown: how long to wait for the 'command' to exit after its
   *     standard input was closed, before it is terminated (SIGTERM). Default unit: seconds.
   * @param killTimeout Graceful shutdown: how long to wait for the 'command' to exit after it was
   *     terminated, before it is killed (SIGKILL). Default unit: seconds.
   */
  public record Shutdown(
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration exitTimeout,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration killTimeout) {}

  /**
   * Settings of one tool, or of the tools that match a pattern. The server's setting applies where
   * a value is not set.
   *
   * @param timeout Timeout of a call of the tool. Default unit: seconds.
   * @param idleTimeout Idle timeout: maximum time without a message from the server, such as a
   *     progress notification, during a call of the tool. Default unit: seconds.
   * @param maxResultCharacters Maximum length of a result of the tool that the model gets, in
   *     characters.
   * @param title Title that user interfaces show, instead of the server's.
   * @param description Description that the model reads, instead of the server's.
   * @param fixedArguments Arguments that the application supplies, such as a tenant. The model
   *     neither sees nor writes them.
   */
  public record Tool(
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration timeout,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration idleTimeout,
      @Nullable Integer maxResultCharacters,
      @Nullable String title,
      @Nullable String description,
      @DefaultValue Map<String, Object> fixedArguments) {

    /** Omits the values of arguments, which may be secrets. */
    @Override
    public String toString() {
      return "Tool[fixedArguments=" + fixedArguments.keySet() + "]";
    }
  }

  /**
   * Rules that select the calls that need approval (human in the loop), decided by a bean of the
   * type 'ApprovalHandler'. 'deny' takes precedence, then 'ask', 'auto' and 'otherwise', in this
   * order.
   *
   * @param deny Deny list: patterns ('*' and '?' wildcards) of tool names whose calls never run.
   *     Those below 'mcp.client.defaults' apply to all servers; 'deny' takes precedence over all
   *     other rules.
   * @param denyTraits Deny list by tool annotations: calls of tools that have all of these traits
   *     never run.
   * @param ask Human in the loop: patterns ('*' and '?' wildcards) of tool names whose calls need
   *     approval by the 'ApprovalHandler' bean.
   * @param askTraits Human in the loop: calls of tools whose annotations have all of these traits
   *     need approval by the 'ApprovalHandler' bean.
   * @param auto Allow list: patterns ('*' and '?' wildcards) of tool names whose calls run without
   *     approval.
   * @param autoTraits Allow list by tool annotations: calls of tools that have all of these traits
   *     run without approval. Use it only for servers that you trust.
   * @param otherwise Approval mode of calls that match no rule: 'auto' runs them, 'ask' requires
   *     approval (human in the loop), 'deny' refuses them.
   */
  public record Approval(
      @Nullable List<String> deny,
      @Nullable List<ToolTrait> denyTraits,
      @Nullable List<String> ask,
      @Nullable List<ToolTrait> askTraits,
      @Nullable List<String> auto,
      @Nullable List<ToolTrait> autoTraits,
      @Nullable ApprovalMode otherwise) {}

  /**
   * Circuit breaker of a server.
   *
   * @param failureThreshold Circuit breaker: number of consecutive failed calls (timeout, lost
   *     connection, HTTP 408, 429 or 5xx) after which it opens; 0 disables it.
   * @param openDuration Circuit breaker: approximate time that it stays open before a trial call
   *     (half-open). Doubles with each failed trial call, up to one minute. Default unit: seconds.
   */
  public record CircuitBreaker(
      @Nullable Integer failureThreshold,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration openDuration) {}

  /**
   * Limits of messages, caches, results and server requests.
   *
   * @param maxMessageBytes Maximum size of a message from the server. Larger messages are rejected.
   *     Default unit: bytes.
   * @param maxJsonDepth Maximum nesting depth of JSON objects and arrays in a message from the
   *     server. Deeper messages are rejected.
   * @param maxPages Maximum number of pages to request of a list (pagination). Further entries are
   *     missing, with a warning.
   * @param maxCachedResults Cache: maximum number of results to keep for the time-to-live ('ttlMs')
   *     that the server allows; 0 disables the cache.
   * @param maxCachedBytes Cache: approximate maximum size of all cached results; 0 disables the
   *     cache. Default unit: bytes.
   * @param maxResultCharacters Maximum length of a tool result that the model gets, in characters,
   *     at least 200. Longer results are shortened; the application gets all of it.
   * @param maxRetryAfter Rate limit: maximum 'Retry-After' delay that is honored, such as of an
   *     HTTP 429 response; 0 ignores the header. Default unit: seconds.
   * @param maxInputRounds Maximum number of times that the server may request input (elicitation,
   *     sampling, roots) during one call before the call fails.
   */
  public record Limits(
      @Nullable DataSize maxMessageBytes,
      @Nullable Integer maxJsonDepth,
      @Nullable Integer maxPages,
      @Nullable Integer maxCachedResults,
      @Nullable DataSize maxCachedBytes,
      @Nullable Integer maxResultCharacters,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration maxRetryAfter,
      @Nullable Integer maxInputRounds) {}

  /** Contains names only: URLs, proxies, arguments, headers and variables may be secrets. */
  @Override
  public String toString() {
    return "McpServerProperties[enabled="
        + (enabled == null || enabled)
        + (url == null ? ", command=" + command : ", url=...")
        + ", headers="
        + headers.keySet()
        + ", env="
        + env.keySet()
        + "]";
  }
}
