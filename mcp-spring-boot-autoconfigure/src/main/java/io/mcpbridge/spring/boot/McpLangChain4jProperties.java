package io.mcpbridge.spring.boot;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Integration with LangChain4j. For everything else, declare a {@link McpToolProviderCustomizer}.
 *
 * @param enabled Whether to register the bean 'mcpToolProvider' when LangChain4j and
 *     mcp-langchain4j are on the class path. An '@AiService' uses it automatically.
 * @param returnDirect Patterns ('*' and '?' wildcards) of tool names, with or without server
 *     prefix, whose results are returned from the AI service instead of going to the model (return
 *     direct). Its method must return 'Result'.
 */
@ConfigurationProperties("mcp.client.langchain4j")
public record McpLangChain4jProperties(
    @DefaultValue("true") boolean enabled, @DefaultValue List<String> returnDirect) {

  /** The values if no property is set. */
  public static final McpLangChain4jProperties DEFAULTS =
      new McpLangChain4jProperties(true, List.of());
}
