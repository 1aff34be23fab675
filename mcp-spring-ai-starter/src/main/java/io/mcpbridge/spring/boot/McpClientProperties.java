package io.mcpbridge.spring.boot;

import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.schema.SchemaProfile;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * The MCP servers whose tools this application uses.
 *
 * @param enabled Whether MCP servers are connected at all.
 * @param servers MCP servers by name, in the order their tools are listed in. A tool's name as the
 *     model sees it begins with the name given here. Each server has either 'url' or 'command', and
 *     may have all that is below 'mcp.client.defaults'.
 * @param defaults What holds for all servers that do not say otherwise.
 * @param configFiles Files that name MCP servers, in the form of Claude, VS Code, Cursor and
 *     others.
 * @param importSpringAiConnections Whether the connections below 'spring.ai.mcp.client' are
 *     servers, too: for applications that come from Spring AI's own starter.
 * @param startupTimeout How long the start of the application waits for servers that are required.
 *     A plain number counts seconds.
 * @param events Spring application events.
 * @param observations Micrometer observations and meters.
 * @param reload What happens when the environment changes while the application runs.
 * @param clientInfo How this application presents itself to servers.
 * @param logLevel From which level on to hear what servers log.
 * @param users Servers of which each user has their own ('per-user').
 * @param approval Asking somebody whether a call may be made.
 * @param inputs Answering what servers ask for.
 * @param schemaProfile Form in which models are given the input schemas of tools. By default it is
 *     chosen by the model's provider, as far as that is known.
 * @param springAi What Spring AI gets.
 */
@ConfigurationProperties("mcp.client")
public record McpClientProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue Map<String, McpServerProperties> servers,
    @DefaultValue @NestedConfigurationProperty McpServerProperties defaults,
    @DefaultValue ConfigFiles configFiles,
    boolean importSpringAiConnections,
    @DefaultValue("60s") @DurationUnit(ChronoUnit.SECONDS) Duration startupTimeout,
    @DefaultValue Events events,
    @DefaultValue Observations observations,
    @DefaultValue Reload reload,
    @DefaultValue ClientInfo clientInfo,
    @Nullable LoggingLevel logLevel,
    @DefaultValue Users users,
    @DefaultValue Approval approval,
    @DefaultValue Inputs inputs,
    @DefaultValue("auto") SchemaForm schemaProfile,
    @DefaultValue SpringAi springAi) {

  /** Copies the map, keeping the order of the servers. */
  public McpClientProperties {
    servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
  }

  /** Whether one of the servers is used. */
  boolean isEnabled(McpServerProperties server) {
    Boolean enabled = server.enabled() == null ? defaults.enabled() : server.enabled();
    return enabled == null || enabled;
  }

  /**
   * Files that name MCP servers ('mcpServers'). They are followed while the application runs.
   *
   * @param global File of the person or the machine.
   * @param project File of a project, whose servers stand before those of the other file. It says
   *     which programs are started.
   * @param workspaceFolder Folder that '${workspaceFolder}' means, and where relative paths begin.
   *     By default that of the project's file.
   * @param settle How long a file has to be at rest before it is read again. A plain number counts
   *     milliseconds.
   * @param lookEvery How often to look at the files, besides when the file system says that
   *     something happened. A plain number counts seconds.
   * @param inputsWithin How long to wait for the answer to one input that the files leave open. A
   *     plain number counts seconds.
   * @param writeWithin How long a change of a file waits for other applications that change it. A
   *     plain number counts seconds.
   */
  public record ConfigFiles(
      @Nullable String global,
      @Nullable String project,
      @Nullable String workspaceFolder,
      @DefaultValue("500ms") Duration settle,
      @DefaultValue("2s") @DurationUnit(ChronoUnit.SECONDS) Duration lookEvery,
      @DefaultValue("5m") @DurationUnit(ChronoUnit.SECONDS) Duration inputsWithin,
      @DefaultValue("10s") @DurationUnit(ChronoUnit.SECONDS) Duration writeWithin) {}

  /**
   * Spring application events.
   *
   * @param enabled Whether to publish an 'McpEvent' for what happens with servers, tools and calls.
   * @param progress Whether to ask servers how far calls have come, and to publish that.
   */
  public record Events(@DefaultValue("true") boolean enabled, boolean progress) {}

  /**
   * Micrometer observations and meters.
   *
   * @param enabled Whether requests to servers are observed and connections measured.
   * @param traceContext Whether to send the trace ('traceparent', 'tracestate', 'baggage') to the
   *     servers in '_meta', where the application has a tracer.
   */
  public record Observations(
      @DefaultValue("true") boolean enabled, @DefaultValue("true") boolean traceContext) {}

  /**
   * What happens when the environment changes while the application runs.
   *
   * @param enabled Whether servers follow their properties when Spring Cloud says that the
   *     environment has changed. They are connected anew only where that needs another connection.
   */
  public record Reload(@DefaultValue("true") boolean enabled) {}

  /**
   * How this application presents itself to servers.
   *
   * @param name Name of the program. By default that of this library.
   * @param version Its version.
   * @param title Name for people.
   * @param description What it is for.
   * @param websiteUrl Where to read about it.
   */
  public record ClientInfo(
      @Nullable String name,
      @DefaultValue(FIRST_VERSION) String version,
      @Nullable String title,
      @Nullable String description,
      @Nullable String websiteUrl) {

    static final String FIRST_VERSION = "1.0.0";
  }

  /**
   * Servers of which each user has a connection, a session and a list of tools of their own: those
   * with 'per-user'.
   *
   * @param max How many users may have theirs at once. Of more, those of whoever did not ask for
   *     the longest time are closed.
   * @param idleTime How long a user has to stay away until theirs are closed. A plain number counts
   *     seconds.
   * @param firstWait How long the first request of a user waits for them. A plain number counts
   *     seconds.
   */
  public record Users(
      @DefaultValue("1000") int max,
      @DefaultValue("30m") @DurationUnit(ChronoUnit.SECONDS) Duration idleTime,
      @DefaultValue("5s") @DurationUnit(ChronoUnit.SECONDS) Duration firstWait) {}

  /**
   * Asking somebody whether a call may be made. Which calls: 'approval' of each server.
   *
   * @param timeout How long a call waits for the answer. A plain number counts seconds.
   * @param remember For how long an answer holds that allows a tool always. A plain number counts
   *     seconds.
   * @param honourAlwaysAllow Whether the tools in 'always-allow' of a server or a file run without
   *     anybody being asked.
   */
  public record Approval(
      @DefaultValue("5m") @DurationUnit(ChronoUnit.SECONDS) Duration timeout,
      @DefaultValue("1d") @DurationUnit(ChronoUnit.SECONDS) Duration remember,
      @DefaultValue("true") boolean honourAlwaysAllow) {}

  /**
   * Answering what servers ask for, with beans of the type 'InputHandler'.
   *
   * @param outsideCalls Whether a server may ask for a person or a model while none of our calls is
   *     under way.
   * @param samplingTools Whether the handler for sampling passes tools on to its model.
   * @param samplingContext Whether the handler for sampling adds the context of servers.
   */
  public record Inputs(boolean outsideCalls, boolean samplingTools, boolean samplingContext) {}

  /** A {@link SchemaProfile}, or the one that the model takes. */
  public enum SchemaForm {
    /** By the model's provider. */
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

  /**
   * Spring AI.
   *
   * @param enabled Whether to register the bean 'mcpToolCallbackProvider' when Spring AI is on the
   *     class path. Switch it off in an application that is an MCP server itself and must not offer
   *     these tools to its own clients.
   * @param attachToChatClients Whether each 'ChatClient.Builder' that is injected has the tools
   *     already. They must not be attached again then, to a client or a request.
   * @param returnDirect Names of tools, as the model sees them, whose results go to the caller and
   *     not to the model, with '*' and '?'.
   * @param answerUnknownTools Whether a model that calls a tool which does not exist is told so,
   *     instead of the chat ending.
   */
  public record SpringAi(
      @DefaultValue("true") boolean enabled,
      boolean attachToChatClients,
      @DefaultValue List<String> returnDirect,
      @DefaultValue("true") boolean answerUnknownTools) {}
}
