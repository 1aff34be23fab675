package io.mcpbridge.spring.boot;

import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.catalog.DefinitionPolicy;
import io.mcpbridge.catalog.InvisibleCharacterPolicy;
import io.mcpbridge.catalog.StartPolicy;
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
 * One MCP server, below {@code mcp.client.servers.<name>}, or what holds for all that do not say
 * otherwise, below {@code mcp.client.defaults}. What is set in neither place is {@code null} here,
 * and has the default of {@code mcp-client}. Maps of the two are joined, everything else of a
 * server takes the place of the default.
 *
 * @param enabled Whether the server is used.
 * @param start When the server is connected, and whether the application can start without it.
 * @param url Full URL of a server that is already running, such as 'https://example.com/mcp'.
 * @param transport How the URL is spoken to. By default that is found out.
 * @param messageEndpoint Full URL to send messages to over HTTP+SSE, in place of the one that the
 *     server advertises. Allows one on another origin.
 * @param headers HTTP headers to send with every request to the URL.
 * @param bearerToken Token to send with every request to the URL, as 'Authorization: Bearer'.
 * @param oauth How a token is had for a URL that wants one.
 * @param clientRegistration Client registration of Spring Security whose access token is sent with
 *     every request to the URL: that of the current user, or of the application itself where the
 *     registration is for 'client_credentials'.
 * @param backgroundRegistration Client registration for 'client_credentials' whose access token is
 *     sent with what no user asked for, such as listing the tools. Without it, nothing is.
 * @param perUser Whether each user has a connection, a session and a list of tools of their own,
 *     made when they first ask.
 * @param sslBundle SSL bundle of the application to connect to the URL with. When it changes, the
 *     next connection is made with what it is then.
 * @param proxy Proxy to go through to the URL, such as 'http://user:password@proxy.example:3128'.
 * @param maxConnections How many requests to the URL may be under way at once.
 * @param command Program to start as a server that is spoken to over its standard input and output.
 * @param args Arguments of the command.
 * @param env Environment variables of the command, besides those that every server gets.
 * @param inheritEnv Names of further environment variables of this application that the command
 *     gets; 'AWS_*' for all that begin so.
 * @param workingDirectory Directory to start the command in. This application's own by default.
 * @param startupSilence How long a command that says nothing may be starting before it is taken for
 *     one of an older protocol revision. A plain number counts seconds.
 * @param shutdownGrace How long a command may take to stop by itself.
 * @param timeout Longest that one tool call may take, everything included. A plain number counts
 *     seconds.
 * @param idleTimeout Longest that may pass during a call without a sign that the server works on
 *     it. A plain number counts seconds.
 * @param connectTimeout Longest that connecting may take, the server's greeting included. A plain
 *     number counts seconds.
 * @param acceptTimeout Longest that the server at the URL may take to accept a connection, TLS
 *     included. A plain number counts seconds.
 * @param listTimeout Longest that asking for one page of the list of tools may take. A plain number
 *     counts seconds.
 * @param protocolVersion Protocol revision to greet the server in, instead of finding out the
 *     newest that both know.
 * @param include Names of the only tools to be there, with '*' and '?'. With an empty list, none
 *     is.
 * @param includeTraits Also there: tools of which the server says all of this.
 * @param onlyIncluded Whether no tool is there unless it is included, even if nothing is.
 * @param exclude Names of tools that are not there, with '*' and '?'.
 * @param excludeTraits Not there: tools of which the server says all of this.
 * @param hide Names of tools that the application may call and the model is not told of, with '*'
 *     and '?'.
 * @param hideTraits Not told to the model: tools of which the server says all of this.
 * @param disabledTools Names of tools that are shown to people and that nobody may call, with '*'
 *     and '?'.
 * @param tools How single tools are treated, by name or by a pattern with '*' and '?'. Brackets, as
 *     in 'tools[get_*]', keep what is no letter, digit, '-' or '_'.
 * @param approval Which calls somebody has to allow first.
 * @param alwaysAllow Names of tools that run without anybody being asked, with '*' and '?'.
 * @param argumentPolicy What is done with the arguments that models write.
 * @param definitions What is done with a tool that the server describes differently than before.
 *     Except with 'accept', a warning says what is different.
 * @param invisibleCharacters What is done with characters that models read and people do not see,
 *     in names, titles, descriptions and instructions of the server and in texts of its schemas.
 *     Where they are is in a warning in either case.
 * @param trustAnnotations Whether what the server says of its tools may decide anything, such as
 *     whether a call may be repeated.
 * @param resourceTools Whether the model gets tools to list and read the server's resources.
 * @param readableResources URIs of the resources that these tools list and read, with '*' for any
 *     text.
 * @param provenance Whether each result tells the model which tool of which server it is from.
 * @param errorPrefix Mark before the text of a failed tool ('isError'), separated by a space. Left
 *     out where the text itself begins with it or with "error". Empty for none.
 * @param compactJson Whether all JSON texts in results lose the white space between their tokens.
 *     Otherwise only those do that repeat the structured content: any other may be a file that the
 *     model edits later by its exact text.
 * @param toolContextMeta Names in the 'ToolContext' of Spring AI whose values the server gets, in
 *     '_meta' of each call: what is no number, truth value, list or map, as its text. Nothing else
 *     of it leaves the application.
 * @param maxConcurrentCalls How many calls may be under way at once.
 * @param maxWaitingCalls How many more calls may wait for that.
 * @param maxRepeats How many times a call that failed on the way is made again where that is safe.
 * @param circuit When a server that has trouble is spared.
 * @param limits How much the server may send, and the model gets.
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
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration startupSilence,
    @DefaultValue ShutdownGrace shutdownGrace,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration timeout,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration idleTimeout,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration connectTimeout,
    @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration acceptTimeout,
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
    @Nullable DefinitionPolicy definitions,
    @Nullable InvisibleCharacterPolicy invisibleCharacters,
    @Nullable Boolean trustAnnotations,
    @Nullable Boolean resourceTools,
    @Nullable List<String> readableResources,
    @Nullable Boolean provenance,
    @Nullable String errorPrefix,
    @Nullable Boolean compactJson,
    @Nullable List<String> toolContextMeta,
    @Nullable Integer maxConcurrentCalls,
    @Nullable Integer maxWaitingCalls,
    @Nullable Integer maxRepeats,
    @DefaultValue Circuit circuit,
    @DefaultValue Limits limits) {

  /** Copies the maps, keeping their order. */
  public McpServerProperties {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
  }

  /** How a URL is spoken to. */
  public enum HttpTransport {
    /** Streamable HTTP, and HTTP+SSE where the server knows nothing newer. */
    AUTO,

    /** HTTP+SSE, the transport of the first revision, and nothing else. */
    SSE
  }

  /**
   * How long a command may take to stop by itself.
   *
   * @param inputClosed After its standard input has ended, before it is told to terminate. A plain
   *     number counts seconds.
   * @param terminated After it was told to terminate, before it is killed. A plain number counts
   *     seconds.
   */
  public record ShutdownGrace(
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration inputClosed,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration terminated) {}

  /**
   * How a single tool is treated.
   *
   * @param timeout Longest that a call of it may take. A plain number counts seconds.
   * @param idleTimeout Longest that may pass during a call of it without a sign of work. A plain
   *     number counts seconds.
   * @param maxResultCharacters How much of a result the model gets.
   * @param title What people are told it is called.
   * @param description What the model is told it does.
   * @param fixedArguments Arguments that the application gives, and the model neither sees nor
   *     writes.
   */
  public record Tool(
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration timeout,
      @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration idleTimeout,
      @Nullable Integer maxResultCharacters,
      @Nullable String title,
      @Nullable String description,
      @DefaultValue Map<String, Object> fixedArguments) {

    /** Without the arguments, which may hold secrets. */
    @Override
    public String toString() {
      return "Tool[fixedArguments=" + fixedArguments.keySet() + "]";
    }
  }

  /**
   * Which calls somebody has to allow first, of whom a bean of the type 'ApprovalHandler' asks.
   * What is denied is denied; of the rest, 'ask' counts before 'auto', and both before 'otherwise'.
   *
   * @param deny Names of tools that never run, with '*' and '?'. Those below 'mcp.client.defaults'
   *     hold for every server.
   * @param denyTraits Never run: tools of which the server says all of this.
   * @param ask Names of tools that somebody has to allow each time, with '*' and '?'.
   * @param askTraits To be allowed each time: tools of which the server says all of this.
   * @param auto Names of tools that run by themselves, with '*' and '?'.
   * @param autoTraits Run by themselves: tools of which the server says all of this.
   * @param otherwise What holds for all other tools.
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
   * When a server that has trouble is spared.
   *
   * @param failures After how many calls in a row that failed on the way; 0 for never.
   * @param pause About how long at first. A plain number counts seconds.
   */
  public record Circuit(
      @Nullable Integer failures, @Nullable @DurationUnit(ChronoUnit.SECONDS) Duration pause) {}

  /**
   * How much a server may send, and the model gets.
   *
   * @param maxMessageBytes Size of one message.
   * @param maxJsonDepth Nesting of objects and arrays in one message.
   * @param maxPages Pages of one list that are requested; what they contain is used.
   * @param maxCachedResults Results kept because the server says they may be used again; 0 for
   *     none.
   * @param maxCachedBytes About how much of them; 0 for none.
   * @param maxResultCharacters How much of a result the model gets.
   * @param maxRetryAfter Longest that a server is left alone because it asks to be; 0 for never. A
   *     plain number counts seconds.
   * @param maxInputRounds How many times the server gets input that it needs for one call.
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

  /**
   * Names only: URLs, proxies, arguments, tokens, headers and environment variables may hold
   * secrets.
   */
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
