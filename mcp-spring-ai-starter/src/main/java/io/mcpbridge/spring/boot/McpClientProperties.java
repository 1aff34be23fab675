package io.mcpbridge.spring.boot;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * The MCP servers whose tools this application uses.
 *
 * @param enabled Whether MCP servers are connected at all.
 * @param servers MCP servers by name, in the order their tools are listed in. A tool's name as the
 *     model sees it begins with the name given here. Each server has either 'url' or 'command'.
 * @param startupTimeout How long the start of the application waits for servers that are required.
 *     A plain number counts seconds.
 * @param events Spring application events.
 * @param observations Micrometer observations and meters.
 * @param reload What happens when the environment changes while the application runs.
 * @param langchain4j What LangChain4j gets.
 * @param springAi What Spring AI gets.
 */
@ConfigurationProperties("mcp.client")
public record McpClientProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue Map<String, McpServerProperties> servers,
    @DefaultValue("60s") @DurationUnit(ChronoUnit.SECONDS) Duration startupTimeout,
    @DefaultValue Events events,
    @DefaultValue Observations observations,
    @DefaultValue Reload reload,
    @DefaultValue LangChain4j langchain4j,
    @DefaultValue SpringAi springAi) {

  /** Copies the map, keeping the order of the servers. */
  public McpClientProperties {
    servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
  }

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
   * @param enabled Whether servers whose properties have changed are replaced when Spring Cloud
   *     says that the environment has changed.
   */
  public record Reload(@DefaultValue("true") boolean enabled) {}

  /**
   * LangChain4j.
   *
   * @param enabled Whether to register the bean 'mcpToolProvider' when LangChain4j is on the class
   *     path. It is what an '@AiService' picks up.
   */
  public record LangChain4j(@DefaultValue("true") boolean enabled) {}

  /**
   * Spring AI.
   *
   * @param enabled Whether to register the bean 'mcpToolCallbackProvider' when Spring AI is on the
   *     class path. Switch it off in an application that is an MCP server itself and must not offer
   *     these tools to its own clients.
   */
  public record SpringAi(@DefaultValue("true") boolean enabled) {}
}
