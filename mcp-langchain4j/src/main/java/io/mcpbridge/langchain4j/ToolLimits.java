package io.mcpbridge.langchain4j;

import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.schema.ToolLimit;
import org.jspecify.annotations.Nullable;

/** The providers' limits for the number of tools, as documented in 2026. */
final class ToolLimits {

  private static final ToolLimit OPEN_AI = new ToolLimit("OpenAI", 128);
  private static final ToolLimit AZURE_OPEN_AI = new ToolLimit("Azure OpenAI", 128);
  private static final ToolLimit GITHUB_MODELS = new ToolLimit("GitHub Models", 128);
  private static final ToolLimit FOUNDRY = new ToolLimit("Microsoft Foundry", 128);
  private static final ToolLimit GEMINI = new ToolLimit("Gemini", 128);
  private static final ToolLimit VERTEX_AI = new ToolLimit("Gemini on Vertex AI", 512);

  private ToolLimits() {}

  /** The limit of a provider; {@code null} if none is known. */
  static @Nullable ToolLimit of(@Nullable ModelProvider provider) {
    if (provider == null) {
      return null;
    }
    return switch (provider) {
      case OPEN_AI -> OPEN_AI;
      case AZURE_OPEN_AI -> AZURE_OPEN_AI;
      case GITHUB_MODELS -> GITHUB_MODELS;
      case MICROSOFT_FOUNDRY -> FOUNDRY;
      case GOOGLE_AI_GEMINI, GOOGLE_GENAI -> GEMINI;
      case GOOGLE_VERTEX_AI_GEMINI -> VERTEX_AI;
      default -> null;
    };
  }
}
