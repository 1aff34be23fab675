package io.mcpbridge.spring.ai;

import org.jspecify.annotations.Nullable;

/**
 * The providers of Spring AI's chat models, named as in {@code spring.ai.model.chat}. Detected by
 * package, so that no model has to be on the class path.
 */
public enum ChatModelProvider {
  /** Anthropic. */
  ANTHROPIC("anthropic."),

  /** Azure OpenAI. */
  AZURE_OPENAI("azure.openai."),

  /** Amazon Bedrock (Converse API). */
  BEDROCK_CONVERSE("bedrock."),

  /** Gemini, through the Google GenAI SDK. */
  GOOGLE_GENAI("google.genai."),

  /** Mistral AI. */
  MISTRAL("mistralai."),

  /** Ollama. */
  OLLAMA("ollama."),

  /** OpenAI, and servers with its protocol. */
  OPENAI("openai."),

  /** OpenAI, through its SDK, with Spring AI 1.1. */
  OPENAI_SDK("openaisdk."),

  /** Gemini on Vertex AI. */
  VERTEXAI("vertexai.");

  private final String prefix;

  ChatModelProvider(String subpackage) {
    this.prefix = "org.springframework.ai." + subpackage;
  }

  /** The provider of a class of a chat model or its options, or of a superclass. */
  static @Nullable ChatModelProvider of(@Nullable Class<?> modelOrOptions) {
    for (Class<?> type = modelOrOptions; type != null; type = type.getSuperclass()) {
      for (ChatModelProvider provider : values()) {
        if (type.getName().startsWith(provider.prefix)) {
          return provider;
        }
      }
    }
    return null;
  }
}
