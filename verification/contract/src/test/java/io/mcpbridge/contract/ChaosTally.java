package io.mcpbridge.contract;

import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.McpException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what callers observed during the chaos. Thread-safe. */
final class ChaosTally {

  private static final int MOST_WRONG = 20;

  private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();
  private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
  private final LongAdder calls = new LongAdder();
  private final LongAdder results = new LongAdder();
  private volatile long longest;

  /** Records the end of a call. */
  void ended(String call, String expected, ToolOutput output, long nanos) {
    calls.increment();
    synchronized (this) {
      longest = Math.max(longest, nanos);
    }
    if (output.failure() != null) {
      require(
          output.failure().getClass() != McpException.class,
          call + " ended with " + output.failure());
      count(output.failure().getClass().getSimpleName());
      require(output.isError(), call + " failed and says that it did not");
    } else if (output.text().equals(expected)) {
      results.increment();
      count("the right result");
    } else {
      count("a sentence without an exception");
      require(output.isError(), call + " got the result of another: " + output.text());
    }
  }

  /** Records a violation if {@code right} is false. */
  void require(boolean right, String otherwise) {
    if (!right && wrong.size() < MOST_WRONG) {
      wrong.add(otherwise);
    }
  }

  private void count(String outcome) {
    outcomes.computeIfAbsent(outcome, unused -> new LongAdder()).increment();
  }

  long calls() {
    return calls.sum();
  }

  long results() {
    return results.sum();
  }

  Duration longest() {
    return Duration.ofNanos(longest);
  }

  Map<String, LongAdder> outcomes() {
    return outcomes;
  }

  List<String> wrong() {
    return wrong;
  }
}
