package io.mcpbridge.samples.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The most recent request bodies; bounded, so that a long chat does not exhaust memory. */
final class RequestLog {

  static final int CAPACITY = 1000;

  private final Deque<String> bodies = new ArrayDeque<>();

  synchronized void add(String body) {
    if (bodies.size() == CAPACITY) {
      bodies.removeFirst();
    }
    bodies.addLast(body);
  }

  synchronized List<String> all() {
    return List.copyOf(bodies);
  }
}
