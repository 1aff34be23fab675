package io.mcpbridge.test;

import io.mcpbridge.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The identity of a server. */
final class ServerProfile {

  private volatile JsonObject identity =
      JsonObject.empty().with("name", "fake").with("version", "1.0.0");
  private volatile @Nullable JsonObject capabilities;
  private volatile @Nullable String instructions;
  private volatile List<String> revisions = FakeRevisions.all();

  String name() {
    return identity.string("name", "fake");
  }

  JsonObject identity() {
    return identity;
  }

  void identity(JsonObject json) {
    identity = json;
  }

  @Nullable String instructions() {
    return instructions;
  }

  void instructions(String text) {
    instructions = text;
  }

  JsonObject capabilities(ServerOffer serverOffer) {
    JsonObject chosen = capabilities;
    if (chosen != null) {
      return chosen;
    }
    JsonObject natural =
        JsonObject.empty().with("tools", Map.of("listChanged", true)).with("logging", Map.of());
    if (serverOffer.hasResources()) {
      natural = natural.with("resources", Map.of("subscribe", true, "listChanged", true));
    }
    if (!serverOffer.prompts().isEmpty()) {
      natural = natural.with("prompts", Map.of("listChanged", true));
    }
    if (serverOffer.hasTasks()) {
      natural =
          natural
              .with(
                  "tasks",
                  Map.of("cancel", Map.of(), "requests", Map.of("tools", Map.of("call", Map.of()))))
              .with("extensions", Map.of(StatelessTasks.EXTENSION, Map.of()));
    }
    return serverOffer.completion() == null ? natural : natural.with("completions", Map.of());
  }

  void capabilities(JsonObject json) {
    capabilities = json;
  }

  List<String> revisions() {
    return revisions;
  }

  void revisions(Set<String> spoken) {
    if (spoken.isEmpty() || !FakeRevisions.all().containsAll(spoken)) {
      throw new IllegalArgumentException(
          "not all of " + spoken + " are among the revisions " + FakeRevisions.all());
    }
    revisions = FakeRevisions.newestFirst(spoken);
  }
}
