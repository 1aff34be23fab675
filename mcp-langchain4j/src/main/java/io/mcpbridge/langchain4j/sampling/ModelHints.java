package io.mcpbridge.langchain4j.sampling;

import dev.langchain4j.model.chat.ChatModel;
import io.mcpbridge.model.CreateMessageRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Chooses a model by a server's hints: in order, the first that is part of a name wins (2026-07-28,
 * schema, ModelHint). Hints take precedence over priorities.
 */
final class ModelHints implements Function<CreateMessageRequest, ChatModel> {

  private final Map<String, ChatModel> byName;
  private final Function<CreateMessageRequest, ChatModel> otherwise;

  ModelHints(Map<String, ChatModel> byName, Function<CreateMessageRequest, ChatModel> otherwise) {
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
