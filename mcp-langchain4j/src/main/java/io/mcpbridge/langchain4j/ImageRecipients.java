package io.mcpbridge.langchain4j;

import dev.langchain4j.model.ModelProvider;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The model providers that receive the images of results. */
final class ImageRecipients {

  /**
   * Providers whose LangChain4j module sends images in tool results, and whose models all accept
   * them.
   */
  static final Set<ModelProvider> BY_DEFAULT =
      Set.of(ModelProvider.ANTHROPIC, ModelProvider.GOOGLE_AI_GEMINI);

  private final Set<ModelProvider> providers;

  ImageRecipients(Set<ModelProvider> providers) {
    this.providers = providers.isEmpty() ? Set.of() : EnumSet.copyOf(providers);
  }

  boolean areTakenBy(@Nullable ModelProvider provider) {
    return provider != null && providers.contains(provider);
  }
}
