package io.mcpbridge.test;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The HTTP sessions of a server. */
final class HttpSessions {

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

  void end(@Nullable String id) {
    if (id != null) {
      open.remove(id);
    }
  }

  /** Removes all sessions and returns them. */
  List<Conversation> forget() {
    List<Conversation> forgotten = List.copyOf(open.values());
    open.values().removeAll(forgotten);
    return forgotten;
  }
}
