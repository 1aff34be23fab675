package io.mcpbridge.internal.http.sse;

import io.mcpbridge.internal.http.call.HttpAttempt;
import io.mcpbridge.internal.http.call.HttpErrors;
import io.mcpbridge.internal.message.TopLevelId;
import io.mcpbridge.internal.message.UnusableMessage;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Correlator;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of an HTTP+SSE stream: first the endpoint, then messages. An unusable message fails
 * the call that it answers, if its id is known, and never ends the stream. Used by one thread at a
 * time.
 */
final class SseMessages {

  private static final Logger log = LoggerFactory.getLogger(SseMessages.class);

  private static final int MAX_ENDPOINT_LENGTH = 8192;

  private final HttpAttempt attempt;
  private final EventStreamParser events;
  private final JsonReader reader;
  private final HttpErrors errors;
  private boolean endpointChangeLogged;

  SseMessages(HttpAttempt attempt, JsonReader reader, HttpErrors errors) {
    this.attempt = attempt;
    this.events = new EventStreamParser(attempt.body());
    this.reader = reader;
    this.errors = errors;
  }

  /**
   * Reads up to the event that advertises the endpoint.
   *
   * @return its data
   * @throws io.mcpbridge.error.McpProtocolException if messages or the end of the stream came
   *     instead
   */
  String endpoint() throws IOException {
    while (events.next()) {
      String data =
          new String(events.data().readNBytes(MAX_ENDPOINT_LENGTH), StandardCharsets.UTF_8);
      events.finishEvent();
      if (events.event().equals(SseSessionStream.ENDPOINT)) {
        return data;
      }
      if (events.isNamed() && isMessage()) {
        throw errors.notProtocol("an event stream that does not begin with an endpoint event");
      }
    }
    throw errors.notProtocol("an event stream that ended before its endpoint event");
  }

  /** Delivers all messages up to the end of the stream. */
  void handOverTo(Correlator correlator) throws IOException {
    while (events.next()) {
      if (isMessage()) {
        handOver(correlator);
      } else {
        ignore();
      }
    }
  }

  private void handOver(Correlator correlator) throws IOException {
    TopLevelId topLevelId = new TopLevelId();
    InputStream data = new Tee(events.data(), topLevelId);
    JsonException problem = null;
    List<? extends @Nullable Object> messages = List.of();
    try {
      Object json = attempt.readJson(reader, data);
      events.finishEvent();
      messages = JsonRpcMessage.elements(json);
    } catch (JsonException e) {
      problem = e;
      data.transferTo(OutputStream.nullOutputStream());
    }
    if (!isMessage()) {
      ignore(); // its name followed its data
    } else if (problem != null) {
      fail(topLevelId.hasMethod() ? null : topLevelId.id(), problem, correlator);
    } else {
      messages.forEach(message -> deliver(message, correlator));
    }
  }

  /** Of an incomplete event, only a response is delivered. */
  private void deliver(@Nullable Object json, Correlator correlator) {
    try {
      JsonRpcMessage message = JsonRpcMessage.from(JsonObject.of(json));
      if (events.complete() || message instanceof JsonRpcResponse) {
        correlator.deliver(message);
      }
    } catch (JsonException e) {
      JsonObject object = JsonObject.orNull(json);
      fail(object == null ? null : RequestId.from(object.get("id")), e, correlator);
    }
  }

  /** A message without an id fails no call: it may be a late response to a canceled one. */
  private void fail(@Nullable RequestId id, JsonException problem, Correlator correlator) {
    if (id == null || !correlator.fail(id, UnusableMessage.as(answer(), problem))) {
      log.warn("{} contains an unusable event: {}", errors.operation(), problem.getMessage());
    }
  }

  private String answer() {
    return errors.endpoint().address() + ": the server's answer";
  }

  private boolean isMessage() {
    return events.event().equals("message");
  }

  private void ignore() {
    if (events.event().equals(SseSessionStream.ENDPOINT) && !endpointChangeLogged) {
      endpointChangeLogged = true;
      log.warn("{} names another message endpoint; the first one is kept", errors.operation());
    }
  }

  /** Copies all bytes read to the id scanner as well. */
  private static final class Tee extends FilterInputStream {

    private final TopLevelId listener;

    Tee(InputStream in, TopLevelId listener) {
      super(in);
      this.listener = listener;
    }

    @Override
    public int read() throws IOException {
      byte[] singleByte = new byte[1];
      return read(singleByte, 0, 1) < 0 ? -1 : singleByte[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      int n = super.read(to, offset, length);
      if (n > 0) {
        listener.feed(to, offset, n);
      }
      return n;
    }
  }
}
