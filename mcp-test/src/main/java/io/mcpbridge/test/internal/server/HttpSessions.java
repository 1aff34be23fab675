package io.mcpbridge.test.internal.server;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The HTTP sessions of a server. */
public final class HttpSessions {

  private final Map<String, Conversation> open = new ConcurrentHashMap<>();

  public String open(Conversation conversation) {
    String id = UUID.randomUUID().toString();
    conversation.sessionId(id);
    open.put(id, conversation);
    return id;
  }

  public @Nullable Conversation find(@Nullable String id) {
    return id == null ? null : open.get(id);
  }

  public void end(@Nullable String id) {
    if (id != null) {
      open.remove(id);
    }
  }

  /** Removes all sessions and returns them. */
  public List<Conversation> forget() {
    List<Conversation> forgotten = List.copyOf(open.values());
    open.values().removeAll(forgotten);
    return forgotten;
  }
}
