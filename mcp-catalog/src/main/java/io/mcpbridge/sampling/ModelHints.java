package io.mcpbridge.sampling;

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
final class ModelHints<M> implements Function<CreateMessageRequest, M> {

  private final Map<String, M> byName;
  private final Function<CreateMessageRequest, M> otherwise;

  ModelHints(Map<String, M> byName, Function<CreateMessageRequest, M> otherwise) {
    this.byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    this.otherwise = otherwise;
  }

  @Override
  public M apply(CreateMessageRequest request) {
    for (String hint : request.modelPreferences().hints()) {
      for (Map.Entry<String, M> model : byName.entrySet()) {
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
