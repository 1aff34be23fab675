package io.mcpbridge.internal.http.sse;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.http.call.HttpAttempt;
import io.mcpbridge.internal.http.call.HttpErrors;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimitException;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A {@code text/event-stream} body: one message or a batch in each {@code message} event. */
public final class EventStreamResponseMessages implements HttpResponseMessages {

  private static final Logger log = LoggerFactory.getLogger(EventStreamResponseMessages.class);

  private final JsonReader reader;
  private final HttpAttempt attempt;
  private final EventStreamParser events;
  private final Consumer<String> otherBeginning;
  private final Queue<JsonRpcMessage> messages = new ArrayDeque<>(1);
  private boolean begins = true;

  public EventStreamResponseMessages(JsonReader reader, HttpAttempt attempt) {
    this(reader, attempt, name -> {});
  }

  /**
   * @param otherBeginning receives the name of the first event if it is not {@code message}
   */
  EventStreamResponseMessages(
      JsonReader reader, HttpAttempt attempt, Consumer<String> otherBeginning) {
    this.reader = reader;
    this.attempt = attempt;
    this.events = new EventStreamParser(attempt.body());
    this.otherBeginning = otherBeginning;
  }

  @Override
  public @Nullable JsonRpcMessage next() throws IOException {
    JsonRpcMessage message = messages.poll();
    while (message == null && events.next()) {
      read();
      begins = false;
      message = messages.poll();
      if (message != null && !events.complete() && !(message instanceof JsonRpcResponse)) {
        log.debug("the stream was cut within an event; only a response is accepted there");
        message = null;
      }
    }
    return message;
  }

  /** Checks the event name last, because it may follow the data. */
  private void read() throws IOException {
    if (!isMessage()) {
      return;
    }
    Object json;
    try {
      json = attempt.readJson(reader, events.data());
      events.finishEvent();
    } catch (JsonLimitException e) {
      throw e;
    } catch (JsonException e) {
      events.finishEvent();
      if (isMessage() && events.complete()) {
        throw e;
      }
      return;
    }
    if (isMessage()) {
      messages.addAll(JsonRpcMessage.all(json));
    }
  }

  @Override
  public StreamPosition position() {
    return new StreamPosition(events.lastEventId(), events.retryMillis());
  }

  private boolean isMessage() {
    boolean isMessage = events.event().equals("message");
    if (!isMessage) {
      log.debug("ignoring an event that is not a message");
      if (begins) {
        otherBeginning.accept(events.event());
      }
    }
    return isMessage;
  }

  @Override
  public McpException withoutResponse(HttpErrors errors) {
    return errors.noResponse("the event stream ended");
  }
}
