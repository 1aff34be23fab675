package io.mcpbridge.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import io.mcpbridge.model.CreateMessageRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Chooses a model by the hints of a server: in their order, each as a part of a name, and the first
 * that fits decides (2026-07-28, schema, ModelHint). They are preferred over the priorities.
 */
final class HintedModels implements Function<CreateMessageRequest, ChatModel> {

  private final Map<String, ChatModel> byName;
  private final Function<CreateMessageRequest, ChatModel> otherwise;

  HintedModels(Map<String, ChatModel> byName, Function<CreateMessageRequest, ChatModel> otherwise) {
    this.byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    this.otherwise = otherwise;
  }

  @Override
  public ChatModel apply(CreateMessageRequest request) {
    for (String hint : request.modelPreferences().hints()) {
      for (Map.Entry<String, ChatModel> model : byName.entrySet()) {
        if (!hint.isBlank() && lower(model.getKey()).contains(lower(hint))) {
          return model.getValue();
        }
      }
    }
    return otherwise.apply(request);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
