package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.ModelProvider;
import io.mcpbridge.langchain4j.schema.SchemaProfile;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which model is sent input schemas in which form. */
final class SchemaProfiles {

  private final Map<ModelProvider, SchemaProfile> chosen = new EnumMap<>(ModelProvider.class);
  private @Nullable SchemaProfile ofOthers;

  void forAll(SchemaProfile profile) {
    ofOthers = profile;
  }

  void forProvider(ModelProvider provider, SchemaProfile profile) {
    chosen.put(provider, profile);
  }

  SchemaProfiles copy() {
    SchemaProfiles copy = new SchemaProfiles();
    copy.chosen.putAll(chosen);
    copy.ofOthers = ofOthers;
    return copy;
  }

  /** A request of an application, not of an AI service, may say nothing about the model. */
  SchemaProfile of(@Nullable InvocationContext context) {
    ModelProvider provider = context == null ? null : context.modelProvider();
    SchemaProfile profile = provider == null ? null : chosen.get(provider);
    return profile != null ? profile : ofOthers != null ? ofOthers : SchemaProfile.of(provider);
  }
}
