package io.mcpbridge.langchain4j.schema;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** LangChain4j's own types alone: its adapters for Google's SDKs refuse raw schemas. */
record TypedForm() implements Form {

  @Override
  public AdaptedSchema adapt(ResolvedSchema schema, String description) {
    Losses losses = new Losses();
    Map<String, @Nullable Object> root =
        Required.ofProperties(AllOf.flattened(InlinedReferences.in(schema, losses)));
    InputSchema parts = InputSchema.of(root, Map.of(), new TypedElements(losses)::property);
    return Telling.IN_THE_TOOLS_DESCRIPTION.tell(parts, description, false, losses);
  }
}
