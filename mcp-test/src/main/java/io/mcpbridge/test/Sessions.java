package io.mcpbridge.test;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The HTTP sessions that a server remembers. */
final class Sessions {

  private final Map<String, Conversation> open = new ConcurrentHashMap<>();

  String open(Conversation conversation) {
    String id = UUID.randomUUID().toString();
    conversation.sessionId(id);
    open.put(id, conversation);
    return id;
  }

  @Nullable Conversation find(@Nullable String id) {
    return id == null ? null : open.get(id);
  }

  boolean end(@Nullable String id) {
    return id != null && open.remove(id) != null;
  }

  void forget() {
    open.clear();
  }
}
