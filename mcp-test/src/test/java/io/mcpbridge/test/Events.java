package io.mcpbridge.test;

import java.net.http.HttpResponse;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/** Reads the events of an open response, one after the other. */
final class Events implements AutoCloseable {

  /** An event; absent fields are {@code ""}. */
  record Event(String name, String id, String data, String retry, String comment) {}

  private final HttpResponse<Stream<String>> response;
  private final Iterator<String> lines;

  Events(HttpResponse<Stream<String>> response) {
    this.response = response;
    this.lines = response.body().iterator();
  }

  int status() {
    return response.statusCode();
  }

  /** Waits for the next event with data. */
  Event message() {
    Event event = next();
    while (event.data().isEmpty()) {
      event = next();
    }
    return event;
  }

  /** Waits for the next event. */
  Event next() {
    Event event = new Event("", "", "", "", "");
    String line = lines.next();
    while (!line.isEmpty()) {
      event = with(event, line);
      if (!lines.hasNext()) {
        throw new NoSuchElementException("the stream ended within an event");
      }
      line = lines.next();
    }
    return event;
  }

  /** Waits for the end; false if another event comes first. */
  boolean atEnd() {
    return !lines.hasNext();
  }

  @Override
  public void close() {
    response.body().close();
  }

  private static Event with(Event event, String line) {
    int colon = line.indexOf(':');
    String value = line.substring(colon + 1).replaceFirst("^ ", "");
    return switch (line.substring(0, colon)) {
      case "event" -> new Event(value, event.id, event.data, event.retry, event.comment);
      case "id" -> new Event(event.name, value, event.data, event.retry, event.comment);
      case "data" -> new Event(event.name, event.id, value, event.retry, event.comment);
      case "retry" -> new Event(event.name, event.id, event.data, value, event.comment);
      case "" -> new Event(event.name, event.id, event.data, event.retry, value);
      default -> throw new IllegalArgumentException(line);
    };
  }
}
