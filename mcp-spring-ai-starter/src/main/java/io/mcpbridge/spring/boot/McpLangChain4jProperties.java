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
 * What LangChain4j gets. Apart from the other properties, because these speak of its types.
 *
 * @param enabled Whether to register the bean 'mcpToolProvider' when LangChain4j is on the class
 *     path. It is what an '@AiService' picks up.
 * @param answerUnknownTools Whether a model that calls a tool which does not exist is told so,
 *     instead of the AI service call ending.
 * @param returnImmediately Names of tools on their servers, with '*' and '?', whose results are the
 *     result of the AI service call, instead of going to the model. Its method has to return a
 *     'Result'.
 * @param returnImmediatelyIfLast Names of tools as in 'return-immediately', for when such a tool is
 *     the last that the model calls in a round.
 * @param alwaysVisible Names of tools on their servers, with '*' and '?', that the model sees in
 *     each request, although it has to search for others.
 * @param dynamic Whether tools that appear while an AI service is at work are offered from the next
 *     round on.
 * @param imagesFor Providers whose models get the images in results, others a note, such as
 *     'anthropic'. By default 'anthropic' and 'google-ai-gemini'; with an empty list, none.
 * @param throwErrors Whether each call that failed throws an 'McpToolException', for a
 *     'ToolExecutionErrorHandler' of the AI service, or an 'McpToolArgumentsException', for its
 *     'ToolArgumentsErrorHandler', without which LangChain4j ends the AI service call.
 * @param schemaProfiles Form in which the models of one provider are given the input schemas of
 *     tools, such as 'open-ai: openai-strict', whatever 'mcp.client.schema-profile' says of all.
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

  /** What is there where nothing is set. */
  static final McpLangChain4jProperties DEFAULTS =
      new McpLangChain4jProperties(
          true, true, List.of(), List.of(), List.of(), false, null, false, Map.of());

  /** Copies the map, keeping its order. */
  public McpLangChain4jProperties {
    schemaProfiles = Collections.unmodifiableMap(new LinkedHashMap<>(schemaProfiles));
  }
}
