package io.mcpbridge.spring.boot;

import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.schema.SchemaProfile;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Integration with LangChain4j. Separate from the other properties, because its types are those of
 * LangChain4j.
 *
 * @param enabled Whether to register the bean 'mcpToolProvider' when LangChain4j is on the class
 *     path. An '@AiService' uses it automatically.
 * @param answerUnknownTools Whether a call of an unknown (hallucinated) tool returns an error to
 *     the model, instead of ending the AI service call with an exception.
 * @param returnImmediately Patterns ('*' and '?' wildcards) of tool names, without server prefix,
 *     whose results are returned from the AI service immediately instead of going to the model. Its
 *     method must return 'Result'.
 * @param returnImmediatelyIfLast Patterns ('*' and '?' wildcards) of tool names, without server
 *     prefix, whose results are returned from the AI service immediately if the tool is the last
 *     that the model calls in a round.
 * @param alwaysVisible Patterns ('*' and '?' wildcards) of tool names, without server prefix, that
 *     the model sees in each request although the AI service uses tool search.
 * @param dynamic Whether tools that servers add during an AI service call are offered to the model
 *     from the next round on.
 * @param imagesFor Model providers, such as 'anthropic', whose models get the images in tool
 *     results; others get a note. By default 'anthropic' and 'google-ai-gemini'; an empty list
 *     means none.
 * @param throwErrors Whether failed calls throw exceptions instead of returning the error to the
 *     model: 'McpToolException' for a 'ToolExecutionErrorHandler', 'McpToolArgumentsException' for
 *     a 'ToolArgumentsErrorHandler', without which LangChain4j ends the AI service call.
 * @param schemaProfiles JSON Schema form of the tool input schemas by model provider, such as
 *     'open-ai: openai-strict'. Overrides 'mcp.client.schema-profile'.
 */
@ConfigurationProperties("mcp.client.langchain4j")
public record McpLangChain4jProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("true") boolean answerUnknownTools,
    @DefaultValue List<String> returnImmediately,
    @DefaultValue List<String> returnImmediatelyIfLast,
    @DefaultValue List<String> alwaysVisible,
    boolean dynamic,
    @Nullable List<ModelProvider> imagesFor,
    boolean throwErrors,
    @DefaultValue Map<ModelProvider, SchemaProfile> schemaProfiles) {

  /** The values if no property is set. */
  static final McpLangChain4jProperties DEFAULTS =
      new McpLangChain4jProperties(
          true, true, List.of(), List.of(), List.of(), false, null, false, Map.of());

  /** Copies the map, keeping its order. */
  public McpLangChain4jProperties {
    schemaProfiles = Collections.unmodifiableMap(new LinkedHashMap<>(schemaProfiles));
  }
}
