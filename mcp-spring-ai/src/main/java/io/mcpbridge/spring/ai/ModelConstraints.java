package io.mcpbridge.spring.ai;

import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.ToolLimit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schema form and tool limit of a model, by its class name, so that no model has to be on the
 * class path. Spring AI's adapters restrict schemas as much as the providers do: the adapter of
 * Spring AI 2 for Anthropic sends properties without definitions, and those for Google parse a
 * schema into a type of their own and throw on unsupported keywords.
 *
 * @param profile the form of input schemas
 * @param limit maximum number of tools; {@code null} if unknown
 */
record ModelConstraints(SchemaProfile profile, @Nullable ToolLimit limit) {

  private static final ModelConstraints UNKNOWN = new ModelConstraints(SchemaProfile.INLINED, null);

  private static final ModelConstraints OPEN_AI =
      new ModelConstraints(SchemaProfile.VERBATIM, new ToolLimit("OpenAI", 128));

  private static final String PACKAGE = "org.springframework.ai.";

  private static final Map<String, ModelConstraints> BY_CLASS =
      Map.of(
          PACKAGE + "openai.OpenAiChatModel",
          OPEN_AI,
          PACKAGE + "openaisdk.OpenAiSdkChatModel",
          OPEN_AI,
          PACKAGE + "azure.openai.AzureOpenAiChatModel",
          new ModelConstraints(SchemaProfile.AZURE_OPENAI, new ToolLimit("Azure OpenAI", 128)),
          PACKAGE + "deepseek.DeepSeekChatModel",
          new ModelConstraints(SchemaProfile.INLINED, new ToolLimit("DeepSeek", 128)),
          PACKAGE + "google.genai.GoogleGenAiChatModel",
          new ModelConstraints(SchemaProfile.TYPED, new ToolLimit("Gemini", 128)),
          PACKAGE + "vertexai.gemini.VertexAiGeminiChatModel",
          new ModelConstraints(SchemaProfile.TYPED, new ToolLimit("Gemini on Vertex AI", 512)));

  /**
   * The rules for a class or a superclass of it; defaults for {@code null} and for unknown classes.
   */
  static ModelConstraints of(@Nullable Class<?> model) {
    for (Class<?> type = model; type != null; type = type.getSuperclass()) {
      ModelConstraints rules = BY_CLASS.get(type.getName());
      if (rules != null) {
        return rules;
      }
    }
    return UNKNOWN;
  }

  ModelConstraints with(SchemaProfile newProfile) {
    return new ModelConstraints(newProfile, limit);
  }
}
