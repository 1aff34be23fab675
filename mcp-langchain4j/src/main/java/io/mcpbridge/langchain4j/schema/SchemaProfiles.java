package io.mcpbridge.langchain4j.schema;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.schema.SchemaProfile;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Selects the schema profile of a model. */
public final class SchemaProfiles {

  private final Map<ModelProvider, SchemaProfile> byProvider = new EnumMap<>(ModelProvider.class);
  private @Nullable SchemaProfile defaultProfile;

  public void forAll(SchemaProfile profile) {
    defaultProfile = profile;
  }

  public void forProvider(ModelProvider provider, SchemaProfile profile) {
    byProvider.put(provider, profile);
  }

  public SchemaProfiles copy() {
    SchemaProfiles copy = new SchemaProfiles();
    copy.byProvider.putAll(byProvider);
    copy.defaultProfile = defaultProfile;
    return copy;
  }

  /** A request from outside of an AI service may not name a model. */
  public SchemaProfile of(@Nullable InvocationContext context) {
    ModelProvider provider = context == null ? null : context.modelProvider();
    SchemaProfile profile = provider == null ? null : byProvider.get(provider);
    return profile != null
        ? profile
        : defaultProfile != null ? defaultProfile : forProvider(provider);
  }

  /** The profile for the models of a provider, unless the application chose another. */
  public static SchemaProfile forProvider(@Nullable ModelProvider provider) {
    if (provider == null) {
      return SchemaProfile.INLINED;
    }
    return switch (provider) {
      case OPEN_AI, MICROSOFT_FOUNDRY, GITHUB_MODELS, WATSONX -> SchemaProfile.VERBATIM;
      case ANTHROPIC, GOOGLE_VERTEX_AI_ANTHROPIC -> SchemaProfile.VERBATIM_BELOW_ROOT;
      case AZURE_OPEN_AI -> SchemaProfile.AZURE_OPENAI;
      case GOOGLE_AI_GEMINI -> SchemaProfile.GEMINI;
      case GOOGLE_GENAI, GOOGLE_VERTEX_AI_GEMINI -> SchemaProfile.TYPED;
      default -> SchemaProfile.INLINED;
    };
  }
}
