package io.mcpbridge.spring.console;

import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallLimitEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** Names can be the model's words, and reasons those of a server. */
  private static final int MAX_TEXT = 300;

  private static final int MAX_ARGUMENTS = 20;

  /** Failures of calls that limits of their server kept from it. */
  private static final Pattern REFUSAL =
      Pattern.compile(
          "Server \"[^\"]+\", tools/call \\S+: (?:(?<breaker>circuit breaker open until )"
              + "|(?<flight>\\d+ of \\d+ calls are in flight )|not called: )");

  private final Deque<Call> calls = new ArrayDeque<>();
  private final Deque<Call> failures = new ArrayDeque<>();
  private final Map<String, Call> open = new LinkedHashMap<>();

  /**
   * A call, cut to what is shown.
   *
   * @param outcome {@code null} while it is open
   * @param guard what stopped it; {@code null} if no limit did
   */
  private record Call(
      String executionId,
      Instant time,
      String modelName,
      String server,
      String tool,
      @Nullable String user,
      @Nullable String conversation,
      List<String> arguments,
      @Nullable CallOutcome outcome,
      @Nullable String guard) {

    static Call of(CallEvent event, @Nullable CallOutcome outcome) {
      return new Call(
          event.executionId(),
          event.startedAt(),
          cut(event.modelName()),
          event.server(),
          cut(event.tool()),
          text(event.caller().user()),
          text(event.caller().conversationId()),
          event.argumentKeys().stream().limit(MAX_ARGUMENTS).map(CallHistory::cut).toList(),
          outcome,
          outcome == null ? null : guard(outcome));
    }

    static Call of(CallLimitEvent event) {
      return new Call(
          Objects.requireNonNull(event.caller().executionId()),
          event.at(),
          cut(event.modelName()),
          event.server(),
          cut(event.tool()),
          text(event.caller().user()),
          text(event.caller().conversationId()),
          List.of(),
          new CallOutcome(CallOutcome.Kind.REFUSED, Duration.ZERO, event.reason(), null),
          event.reason().contains("max-consecutive-failures") ? "loop guard" : "call budget");
    }

    /** The limit that failed the call before it was sent, by the library's words. */
    private static @Nullable String guard(CallOutcome outcome) {
      Matcher refusal = REFUSAL.matcher(Objects.toString(outcome.reason(), ""));
      if (outcome.kind() != CallOutcome.Kind.FAILED || !refusal.lookingAt()) {
        return null;
      }
      return refusal.group("breaker") != null
          ? "circuit breaker"
          : refusal.group("flight") != null ? "concurrency limit" : "Retry-After";
    }

    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("executionId", executionId);
      json.put("time", time);
      json.put("modelName", modelName);
      json.put("server", server);
      json.put("tool", tool);
      json.put("user", user);
      json.put("conversation", conversation);
      json.put("arguments", arguments);
      if (outcome != null) {
        json.put("outcome", outcome.kind());
        json.put("millis", outcome.duration().toMillis());
        json.put("reason", text(outcome.reason()));
        json.put("guard", guard);
      }
      return json;
    }
  }

  @Override
  public synchronized void callStarted(CallEvent event) {
    if (open.size() == MAX_OPEN) { // events can be lost, so the oldest may have ended
      open.remove(open.keySet().iterator().next());
    }
    open.put(event.executionId(), Call.of(event, null));
  }

  @Override
  public synchronized void callFinished(CallEvent event, CallOutcome outcome) {
    open.remove(event.executionId());
    add(Call.of(event, outcome));
  }

  @Override
  public synchronized void callLimitReached(CallLimitEvent event) {
    add(Call.of(event));
  }

  private void add(Call call) {
    calls.addFirst(call);
    if (calls.size() > MAX_CALLS) {
      Call oldest = calls.removeLast();
      if (Objects.requireNonNull(oldest.outcome()).kind() != CallOutcome.Kind.SUCCEEDED) {
        failures.addFirst(oldest);
      }
      if (failures.size() > MAX_FAILURES) {
        failures.removeLast();
      }
    }
  }

  /**
   * The calls, the newest first.
   *
   * @param isShown whether the calls of a user are shown
   */
  Map<String, @Nullable Object> json(Predicate<@Nullable String> isShown) {
    List<Call> openCalls;
    List<Call> ended;
    synchronized (this) {
      openCalls = new ArrayList<>(open.values());
      ended = new ArrayList<>(calls);
      ended.addAll(failures);
    }
    openCalls.sort(Comparator.comparing(Call::time).reversed());
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("open", json(openCalls, isShown));
    json.put("calls", json(ended, isShown));
    json.put("kept", MAX_CALLS);
    json.put("keptFailures", MAX_FAILURES);
    return json;
  }

  private static List<Map<String, @Nullable Object>> json(
      List<Call> calls, Predicate<@Nullable String> isShown) {
    return calls.stream().filter(call -> isShown.test(call.user())).map(Call::json).toList();
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : cut(value.toString());
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "\u2026";
  }
}
