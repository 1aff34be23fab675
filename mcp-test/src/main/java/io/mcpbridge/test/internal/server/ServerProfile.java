package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.FakeRevisions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The identity of a server. */
public final class ServerProfile {

  private volatile JsonObject identity =
      JsonObject.empty().with("name", "fake").with("version", "1.0.0");
  private volatile @Nullable JsonObject capabilities;
  private volatile @Nullable String instructions;
  private volatile List<String> revisions = FakeRevisions.all();

  public String name() {
    return identity.string("name", "fake");
  }

  public JsonObject identity() {
    return identity;
  }

  public void identity(JsonObject json) {
    identity = json;
  }

  public @Nullable String instructions() {
    return instructions;
  }

  public void instructions(String text) {
    instructions = text;
  }

  public JsonObject capabilities(ServerOffer serverOffer) {
    JsonObject declared = capabilities;
    if (declared != null) {
      return declared;
    }
    JsonObject supported =
        JsonObject.empty().with("tools", Map.of("listChanged", true)).with("logging", Map.of());
    if (serverOffer.hasResources()) {
      supported = supported.with("resources", Map.of("subscribe", true, "listChanged", true));
    }
    if (!serverOffer.prompts().isEmpty()) {
      supported = supported.with("prompts", Map.of("listChanged", true));
    }
    if (serverOffer.hasTasks()) {
      supported =
          supported
              .with(
                  "tasks",
                  Map.of("cancel", Map.of(), "requests", Map.of("tools", Map.of("call", Map.of()))))
              .with("extensions", Map.of(StatelessTasks.EXTENSION, Map.of()));
    }
    return serverOffer.completion() == null ? supported : supported.with("completions", Map.of());
  }

  public void capabilities(JsonObject json) {
    capabilities = json;
  }

  public List<String> revisions() {
    return revisions;
  }

  public void revisions(Set<String> supported) {
    if (supported.isEmpty() || !FakeRevisions.all().containsAll(supported)) {
      throw new IllegalArgumentException(
          "not all of " + supported + " are among the revisions " + FakeRevisions.all());
    }
    revisions = supported.stream().sorted(Comparator.reverseOrder()).toList();
  }
}
