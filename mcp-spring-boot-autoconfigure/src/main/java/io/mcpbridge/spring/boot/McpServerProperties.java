package io.mcpbridge.spring.boot;

import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.catalog.server.ToolChangePolicy;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.oauth.settings.McpOAuthProperties;
import io.mcpbridge.transport.TraceLevel;
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

/**
 * Configuration of one MCP server, below {@code mcp.client.servers.<name>}, or of all servers,
 * below {@code mcp.client.defaults}. A value that is set in neither place is {@code null} here and
 * has the default of {@code ServerOptions} or of its transport. Maps of the two places are merged;
 * any other value of a server replaces the default.
 *
 * @param enabled Whether to use the server.
 * @param start When to connect: 'eager' in the background at startup, 'required' at startup, which
 *     waits for the server and fails without it, 'lazy' on first use.
 * @param url URL of a running (remote) server, including its path, such as
 *     'https://example.com/mcp'.
 * @param transport HTTP transport: 'auto' is Streamable HTTP with fallback to HTTP+SSE, 'sse' is
 *     HTTP+SSE only.
 * @param headers HTTP headers of every request to the 'url', such as an API key. For a header per
 *     user or tenant, declare an 'McpServerCustomizer' bean.
 * @param auth Authorization of requests to the 'url'.
 * @param perUser Whether each user has a separate connection, session and tool list, opened on
 *     first use.
 * @param sslBundle Name of the SSL bundle for connections to the 'url': trusted certificates, and
 *     the client certificate for mutual TLS (mTLS). New connections use the reloaded bundle.
 * @param proxy HTTP proxy for connections to the 'url', such as
 *     'http://user:password@proxy.example:3128'. Default: the JVM's settings (http.proxyHost,
 *     https.proxyHost, http.nonProxyHosts, socksProxyHost).
 * @param command Program to start as a local server (stdio transport), such as 'npx'.
 * @param args Arguments of the 'command'.
 * @param env Environment variables of the 'command', in addition to those that it inherits.
 * @param workingDirectory Working directory of the 'command'. Defaults to that of this application.
 * @param loginShellPath Whether to search the 'command' also in the PATH of the user's login shell,
 *     which has the folders of nvm, asdf, volta and mise. Runs the shell's startup files once per
 *     process.
 * @param timeout Timeout of a tool call, including queueing, connecting and retries, but not
 *     approval. Default unit: seconds.
 * @param idleTimeout Idle timeout of a tool call: maximum time without a message from the server,
 *     such as a progress notification, within 'timeout'. By default there is none. Default unit:
 *     seconds.
 * @param initializationTimeout Initialization timeout: maximum time to connect to the server and
 *     complete the MCP handshake. Default unit: seconds.
 * @param connectTimeout Connect timeout: maximum time to open a TCP connection to the 'url',
 *     including the TLS handshake. Default unit: seconds.
 * @param toolNamePrefix Whether the names of tools that the model sees begin with the server's
 *     name, as in 'weather__forecast'. If 'false', they are the server's own; of two tools with one
 *     name, the one that is listed first is offered.
 * @param include Allow list: patterns ('*' and '?' wildcards) of tool names to include; all other
 *     tools are removed. By default all tools are included; an empty list includes none.
 * @param includeTraits Allow list by tool annotations: also includes tools that have all of these
 *     traits.
 * @param exclude Deny list: patterns ('*' and '?' wildcards) of tool names to remove. Takes
 *     precedence over the allow list.
 * @param tools Settings of single tools by name or pattern ('*' and '?' wildcards): timeouts,
 *     result limit, title, description, fixed and hidden arguments. Keys with characters other than
 *     letters, digits, '-' and '_' need brackets, as in 'tools[get_*]'.
 * @param approval Rules that select the calls that need approval (human in the loop).
 * @param toolChangePolicy Tool change policy (tool pinning, against rug pulls): 'warn' logs when
 *     the server changes the definition of a tool or its instructions, 'block' also disables the
 *     tool or withholds the instructions, 'accept' does neither.
 * @param readableResources Resources of the server that the model can read: allow list of URIs ('*'
 *     matches any text). The model gets the tools 'list_resources' and 'read_resource' then. By
 *     default none.
 * @param toolContextMeta Keys of the 'ToolContext' of Spring AI, such as a tenant id, whose values
 *     are sent to the server in '_meta' of each call (other types than number, boolean, list and
 *     map as text). Other entries are not sent.
 * @param maxResultCharacters Maximum length of a tool result that the model gets, in characters, at
 *     least 200. Longer results are shortened; the application gets all of it.
 * @param trace Wire trace of the server (debug logging of requests and responses), instead of
 *     'mcp.client.trace': 'off', 'headers' or 'bodies'.
 * @param maxResultTokens Maximum length of a tool result that the model gets, in estimated tokens,
 *     at least 100, instead of 'max-result-characters'. By default 5000 with
 *     'mcp.client.result-store', otherwise none.
 * @param description What the server is for, in a line that the model reads with a tool search. By
 *     default words of the names of its tools.
 */
public record McpServerProperties(
    @Nullable Boolean enabled,
    @Nullable StartPolicy start,
    @Nullable String url,
    @Nullable HttpTransport transport,
    @DefaultValue Map<String, String> headers,
    @DefaultValue Auth auth,
    @Nullable Boolean perUser,
    @Nullable String sslBundle,
    @Nullable String proxy,
    @Nullable String command,
    @Nullable List<String> args,
    @DefaultValue Map<String, String> env,
    @Nullable String workingDirectory,
    @Nullable Boolean loginShellPath,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration timeout,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration idleTimeout,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration initializationTimeout,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration connectTimeout,
    @Nullable Boolean toolNamePrefix,
    @Nullable List<String> include,
    @Nullable List<ToolTrait> includeTraits,
    @Nullable List<String> exclude,
    @DefaultValue Map<String, Tool> tools,
    @DefaultValue Approval approval,
    @Nullable ToolChangePolicy toolChangePolicy,
    @Nullable List<String> readableResources,
    @Nullable List<String> toolContextMeta,
    @Nullable Integer maxResultCharacters,
    @Nullable TraceLevel trace,
    @Nullable Integer maxResultTokens,
    @Nullable String description) {

  /** Copies the maps, keeping their order. */
  public McpServerProperties {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
  }

  /**
   * Authorization of requests to the 'url'.
   *
   * @param type Type of authorization: 'none', 'bearer' (static token), 'oauth2',
   *     'client-registration' of Spring Security, or 'custom' (credentials of an
   *     'McpServerCustomizer' bean). By default it follows from the properties that are set, such
   *     as 'bearer-token'.
   * @param bearerToken Static bearer token (access token, API key), sent in the 'Authorization'
   *     header of every request to the 'url'. Implies 'auth.type=bearer'.
   * @param oauth2 OAuth 2 authorization of requests to the 'url'.
   * @param clientRegistration OAuth client registration of Spring Security whose access token is
   *     sent to the 'url': that of the current user, or of the application if its grant is
   *     'client_credentials'. Implies 'auth.type=client-registration'.
   * @param backgroundRegistration OAuth client registration of Spring Security, with the grant
   *     'client_credentials', for requests without a user, such as listing tools. By default they
   *     carry no token.
   */
  public record Auth(
      @Nullable AuthType type,
      @Nullable String bearerToken,
      @DefaultValue @NestedConfigurationProperty McpOAuthProperties oauth2,
      @Nullable String clientRegistration,
      @Nullable String backgroundRegistration) {

    /** Omits the token. */
    @Override
    public String toString() {
      return "Auth[type=" + type + "]";
    }
  }

  /** Type of authorization. */
  public enum AuthType {
    /** No credentials. */
    NONE,

    /** A static bearer token. */
    BEARER,

    /** OAuth 2 of this library. */
    OAUTH2,

    /** OAuth 2 of Spring Security. */
    CLIENT_REGISTRATION,

    /** Credentials that the application supplies by a bean or a header. */
    CUSTOM
  }

  /** HTTP transport of a server. */
  public enum HttpTransport {
    /** Streamable HTTP, with fallback to HTTP+SSE. */
    AUTO,

    /** HTTP+SSE only, the transport of revision 2024-11-05. */
    SSE
  }

  /**
   * Hints for the tool search about one tool.
   *
   * @param aliases Other words or phrases for what the tool does, such as 'invoice', by which a
   *     tool search finds it. The model does not read them.
   * @param whenToUse When to use the tool, in a sentence that the model reads among the hits of a
   *     tool search, which also finds the tool by it.
   */
  public record ToolSearchHints(@Nullable List<String> aliases, @Nullable String whenToUse) {}

  /**
   * Settings of one tool, or of the tools that match a pattern. The server's setting applies where
   * a value is not set.
   *
   * @param timeout Timeout of a call of the tool. Default unit: seconds.
   * @param idleTimeout Idle timeout: maximum time without a message from the server, such as a
   *     progress notification, during a call of the tool. Default unit: seconds.
   * @param maxResultCharacters Maximum length of a result of the tool that the model gets, in
   *     characters.
   * @param maxResultTokens Maximum length of a result of the tool that the model gets, in estimated
   *     tokens.
   * @param title Title that user interfaces show, instead of the server's.
   * @param description Description that the model reads, instead of the server's.
   * @param fixedArguments Arguments that the application supplies, such as a tenant. The model
   *     neither sees nor writes them.
   * @param search Hints for the tool search.
   * @param hiddenArguments Optional arguments that the model does not see, which saves the tokens
   *     of their descriptions. They are not sent, also if the model writes them.
   */
  public record Tool(
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration timeout,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration idleTimeout,
      @Nullable Integer maxResultCharacters,
      @Nullable Integer maxResultTokens,
      @Nullable String title,
      @Nullable String description,
      @DefaultValue Map<String, Object> fixedArguments,
      @Nullable ToolSearchHints search,
      @Nullable List<String> hiddenArguments) {

    /** Omits the values of arguments, which may be secrets. */
    @Override
    public String toString() {
      return "Tool[fixedArguments=" + fixedArguments.keySet() + "]";
    }
  }

  /**
   * Rules that select the calls that need approval (human in the loop), decided in 'McpApprovals'
   * or by a bean of the type 'ApprovalHandler'. 'deny' comes before 'ask', 'ask' before 'allow',
   * and then 'otherwise': those of all servers, of 'mcp.client.defaults' and of
   * 'mcp.client.approval.rules' together.
   *
   * @param deny Deny list: patterns ('*' and '?' wildcards) of tool names whose calls never run.
   *     Those below 'mcp.client.defaults' apply to all servers.
   * @param ask Human in the loop: patterns ('*' and '?' wildcards) of tool names whose calls need
   *     approval.
   * @param askTraits Human in the loop: calls of tools whose annotations have all of these traits
   *     need approval.
   * @param allow Allow list: patterns ('*' and '?' wildcards) of tool names whose calls run without
   *     approval.
   * @param otherwise Approval mode of calls that match no rule: 'allow' runs them, 'ask' requires
   *     approval (human in the loop), 'deny' refuses them.
   */
  public record Approval(
      @Nullable List<String> deny,
      @Nullable List<String> ask,
      @Nullable List<ToolTrait> askTraits,
      @Nullable List<String> allow,
      @Nullable ApprovalMode otherwise) {}

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
