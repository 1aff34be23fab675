package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.test.internal.rules.JsonRpcRefusal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** One of a server's lists, in insertion order, with pagination. Thread-safe. */
public final class PagedList {

  private final String member;
  private final Map<String, FeatureScript> scripts =
      Collections.synchronizedMap(new LinkedHashMap<>());
  private volatile int pageSize = Integer.MAX_VALUE;
  private volatile IntFunction<String> cursor = position -> "after-" + position;

  /**
   * @param member the list's name in the result
   */
  PagedList(String member) {
    this.member = member;
  }

  public void pageSize(int size) {
    pageSize = size;
  }

  public void cursor(IntFunction<String> nameOfPosition) {
    cursor = nameOfPosition;
  }

  public void put(String key, FeatureScript script) {
    scripts.put(key, script);
  }

  public void remove(String key) {
    scripts.remove(key);
  }

  public @Nullable FeatureScript script(String key) {
    return scripts.get(key);
  }

  public boolean isEmpty() {
    return scripts.isEmpty();
  }

  List<FeatureScript> scripts() {
    synchronized (scripts) {
      return List.copyOf(scripts.values());
    }
  }

  public JsonObject page(JsonObject params) throws JsonRpcRefusal {
    List<?> all = scripts().stream().map(script -> script.definition().toMap()).toList();
    int from = position(params, all.size());
    int to = (int) Math.min(all.size(), (long) from + pageSize);
    JsonObject result = JsonObject.empty().with(member, all.subList(from, to));
    return to < all.size() ? result.with("nextCursor", cursor.apply(to)) : result;
  }

  private int position(JsonObject params, int size) throws JsonRpcRefusal {
    Object requestedCursor = params.get("cursor");
    if (!params.has("cursor")) {
      return 0;
    }
    for (int i = 1; i <= size; i++) {
      if (cursor.apply(i).equals(requestedCursor)) {
        return i;
      }
    }
    throw JsonRpcRefusal.of(200, JsonRpcError.INVALID_PARAMS, "Invalid cursor: " + requestedCursor);
  }
}
