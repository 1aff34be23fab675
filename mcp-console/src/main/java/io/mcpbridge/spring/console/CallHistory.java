package io.mcpbridge.spring.console;

import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last calls of this process, without the values of arguments and without results. Failures are
 * kept longer than others, since they are what one looks for. Thread-safe; a bean.
 */
final class CallHistory implements CatalogListener {

  static final int MAX_CALLS = 1_000;

  /** Kept besides, so that many successes do not push them out. */
  static final int MAX_FAILURES = 200;

  /** Calls of a server that never answers must not fill the memory. */
  private static final int MAX_OPEN = 1_000;

  private static final int MAX_REASON = 500;
  private static final int MAX_ARGUMENTS = 20;

  private final Deque<Entry> calls = new ArrayDeque<>();
  private final Deque<Entry> failures = new ArrayDeque<>();
  private final Map<String, CallEvent> open = new LinkedHashMap<>();

  private record Entry(CallEvent call, CallOutcome outcome) {}

  @Override
  public synchronized void callStarted(CallEvent call) {
    if (open.size() < MAX_OPEN) {
      open.put(call.executionId(), call);
    }
  }

  @Override
  public synchronized void callFinished(CallEvent call, CallOutcome outcome) {
    open.remove(call.executionId());
    Entry entry = new Entry(call, outcome);
    calls.addFirst(entry);
    if (calls.size() > MAX_CALLS) {
      Entry oldest = calls.removeLast();
      if (oldest.outcome().kind() != CallOutcome.Kind.SUCCEEDED) {
        failures.addFirst(oldest);
      }
      if (failures.size() > MAX_FAILURES) {
        failures.removeLast();
      }
    }
  }

  /** All, the newest first. */
  Map<String, @Nullable Object> json() {
    List<CallEvent> openCalls;
    List<Entry> entries;
    synchronized (this) {
      openCalls = new ArrayList<>(open.values());
      entries = new ArrayList<>(calls);
      entries.addAll(failures);
    }
    openCalls.sort(Comparator.comparing(CallEvent::startedAt).reversed());
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("open", openCalls.stream().map(CallHistory::json).toList());
    json.put("calls", entries.stream().map(CallHistory::json).toList());
    json.put("kept", MAX_CALLS);
    json.put("keptFailures", MAX_FAILURES);
    return json;
  }

  private static Map<String, @Nullable Object> json(Entry entry) {
    Map<String, @Nullable Object> json = json(entry.call());
    CallOutcome outcome = entry.outcome();
    json.put("outcome", outcome.kind());
    json.put("millis", outcome.duration().toMillis());
    json.put("reason", cut(outcome.reason()));
    return json;
  }

  private static Map<String, @Nullable Object> json(CallEvent call) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("executionId", call.executionId());
    json.put("time", call.startedAt().toString());
    json.put("modelName", call.modelName());
    json.put("server", call.server());
    json.put("tool", call.caller().tool());
    json.put("user", text(call.caller().user()));
    json.put("conversation", text(call.caller().conversationId()));
    json.put("arguments", call.argumentKeys().stream().limit(MAX_ARGUMENTS).toList());
    return json;
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null || text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON) + "…";
  }
}
