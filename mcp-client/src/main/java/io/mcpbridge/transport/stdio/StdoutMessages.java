package io.mcpbridge.transport.stdio;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.internal.concurrent.SerialExecutor;
import io.mcpbridge.internal.message.TopLevelId;
import io.mcpbridge.internal.message.UnusableMessage;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimitException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.json.ParseMemory;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Correlator;
import io.mcpbridge.transport.ServerTrace;
import java.util.Arrays;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parses lines into messages. An invalid line never ends the connection: if it can be attributed to
 * a call, that call fails; otherwise the line is skipped.
 */
final class StdoutMessages implements LineSink {

  /** Rare events, on the reader thread. */
  interface Events {

    /** The first valid message arrived. */
    void firstMessage();

    /** A response was lost and cannot be attributed to a call. */
    void answerLost(McpException cause);
  }

  private static final Logger log = LoggerFactory.getLogger(StdoutMessages.class);

  private final String address;
  private final JsonReader json;
  private final Correlator correlator;
  private final NonProtocolOutput nonProtocolOutput;
  private final Events events;
  private final ServerTrace trace;
  private final Secrets secrets;
  private final SerialExecutor waiting;

  private @Nullable TopLevelId longLine;
  private boolean longLineIsSettled;
  private volatile boolean anyMessage;

  StdoutMessages(
      String address,
      JsonLimits limits,
      Correlator correlator,
      NonProtocolOutput nonProtocolOutput,
      Events events,
      ServerTrace trace,
      Secrets secrets,
      Executor threads) {
    this.address = address;
    this.json = new JsonReader(limits);
    this.correlator = correlator;
    this.nonProtocolOutput = nonProtocolOutput;
    this.events = events;
    this.trace = trace;
    this.secrets = secrets;
    this.waiting =
        new SerialExecutor(
            threads,
            Integer.MAX_VALUE, // the heap limits them
            SerialExecutor.Overflow.reject(),
            e -> log.error("{}: a large message could not be read", address, e));
  }

  /** The line length beyond which lines are delivered in pieces. */
  int maxLine() {
    return json.limits().maxMessageBytes();
  }

  /** Whether the server has ever sent a valid message. */
  boolean anyMessage() {
    return anyMessage;
  }

  @Override
  public void line(byte[] buffer, int offset, int length) {
    int start = lineStart(buffer, offset, length);
    int end = offset + length;
    while (end > start && buffer[end - 1] <= ' ' && buffer[end - 1] >= 0) {
      end--;
    }
    if (start == end) {
      return;
    }
    if (trace.isOn()) {
      trace.received(buffer, start, end - start, secrets::mask);
    }
    if (buffer[start] == '{' || buffer[start] == '[') {
      message(buffer, start, end - start);
      return;
    }
    int trailingStart = TrailingObject.start(buffer, start, end - start);
    JsonRpcResponse response = response(buffer, trailingStart, end);
    if (response == null || TrailingObject.mayBeNested(buffer, start, trailingStart)) {
      nonProtocolOutput.skip(buffer, offset, length, "no JSON object");
    } else {
      deliver(response);
      nonProtocolOutput.skip(buffer, offset, trailingStart - offset, "no JSON object");
    }
  }

  /** A large message that finds no room is parsed later, so that others need not wait for it. */
  private void message(byte[] buffer, int offset, int length) {
    try (ParseMemory.Permit permit = ParseMemory.tryAcquire(length)) {
      if (permit == null) {
        parseLater(Arrays.copyOfRange(buffer, offset, offset + length));
      } else {
        parse(buffer, offset, length);
      }
    }
  }

  private void parseLater(byte[] line) {
    try {
      ParseMemory.keep(line.length);
    } catch (JsonLimitException e) {
      skipUnusable(line, 0, line.length, refusal(e), String.valueOf(e.getMessage()));
      return;
    }
    waiting.execute(
        () -> {
          try (ParseMemory.Permit permit =
              ParseMemory.acquire(line.length, () -> correlator.openExchanges() == 0)) {
            if (permit != null) {
              parse(line, 0, line.length);
            }
          } finally {
            ParseMemory.drop(line.length);
          }
        });
  }

  private void parse(byte[] buffer, int offset, int length) {
    try {
      for (Object message : JsonRpcMessage.elements(json.read(buffer, offset, length))) {
        if (!deliver(message)) {
          nonProtocolOutput.skip(buffer, offset, length, "JSON, but not JSON-RPC");
        }
      }
    } catch (JsonException e) {
      skipUnusable(buffer, offset, length, refusal(e), String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      log.error("{}: a line on standard output could not be read", address, e);
      skipUnusable(buffer, offset, length, UnusableMessage.as(answer(), e), "reading it failed");
    }
  }

  /**
   * A broken line may be an unfinished message followed by a complete one. If the second may just
   * as well be a part of the first, its call fails, because its content may come from a third
   * party.
   */
  private void skipUnusable(
      byte[] buffer, int offset, int length, McpException cause, String reason) {
    int end = offset + length;
    int trailingStart = TrailingObject.start(buffer, offset, length);
    JsonRpcResponse response =
        trailingStart == offset ? null : response(buffer, trailingStart, end);
    boolean failed = false;
    int brokenLength = length;
    if (response != null && TrailingObject.mayBeNested(buffer, offset, trailingStart)) {
      failed = correlator.fail(response.id(), cause);
    } else if (response != null) {
      deliver(response);
      brokenLength = trailingStart - offset;
    }
    failed |= fail(buffer, offset, brokenLength, cause, brokenLength == length && !failed);
    if (!failed) {
      nonProtocolOutput.skip(buffer, offset, brokenLength, reason);
    }
  }

  /**
   * Fails the call that a damaged response belongs to.
   *
   * @param orOnlyOpenCall whether a response without a known id counts for the only open call
   */
  private boolean fail(
      byte[] buffer, int offset, int length, McpException cause, boolean orOnlyOpenCall) {
    TopLevelId topLevelId = new TopLevelId();
    topLevelId.feed(buffer, offset, length);
    boolean identified = topLevelId.id() != null || (orOnlyOpenCall && topLevelId.isMessage());
    return identified && !topLevelId.hasMethod() && correlator.fail(topLevelId.id(), cause);
  }

  /** The response in these bytes; {@code null} if they hold none, or no call is open. */
  private @Nullable JsonRpcResponse response(byte[] buffer, int start, int end) {
    if (start == end || correlator.openExchanges() == 0) {
      return null;
    }
    try {
      JsonObject object = JsonObject.orNull(json.read(buffer, start, end - start));
      return object != null
              && "2.0".equals(object.string("jsonrpc"))
              && JsonRpcMessage.from(object) instanceof JsonRpcResponse response
              && response.id() != null
          ? response
          : null;
    } catch (RuntimeException | Error noMessage) {
      return null;
    }
  }

  private boolean deliver(@Nullable Object value) {
    JsonObject object = value instanceof JsonObject parsed ? parsed : JsonObject.orNull(value);
    if (object == null) {
      return false;
    }
    try {
      deliver(JsonRpcMessage.from(object));
      return true;
    } catch (JsonException e) {
      RequestId id = RequestId.from(object.get("id"));
      return id != null && correlator.fail(id, refusal(e));
    }
  }

  private void deliver(JsonRpcMessage message) {
    if (!anyMessage) {
      anyMessage = true;
      events.firstMessage();
    }
    correlator.deliver(message);
  }

  private McpException refusal(JsonException e) {
    return UnusableMessage.as(answer(), e);
  }

  private String answer() {
    return address + ": the server's answer";
  }

  @Override
  public void pieceOfLongLine(byte[] buffer, int offset, int length) {
    if (longLine == null) {
      longLine = new TopLevelId();
      longLineIsSettled = false;
    }
    if (!longLineIsSettled) {
      longLine.feed(buffer, offset, length);
      longLineIsSettled = settle(longLine);
    }
  }

  @Override
  public void endOfLongLine() {
    boolean settled = longLineIsSettled;
    longLine = null;
    if (trace.isOn()) {
      trace.event("a line with more than " + maxLine() + " bytes was skipped");
    }
    if (!settled && correlator.openExchanges() > 0) {
      events.answerLost(tooLong("does not show which request it answers"));
    }
  }

  /** As early as possible: the end of the line may be far away, or never come. */
  private boolean settle(TopLevelId topLevelId) {
    McpLimitException cause = tooLong("was skipped");
    if (topLevelId.hasMethod()) {
      log.warn("{}", cause.getMessage());
      return true;
    }
    boolean failed = correlator.fail(topLevelId.id(), cause);
    return failed || topLevelId.id() != null;
  }

  private McpLimitException tooLong(String consequence) {
    return UnusableMessage.tooLong(address + ": a message", json.limits(), consequence);
  }

  /** The index of the first relevant byte, or the end of the line. */
  private static int lineStart(byte[] buffer, int offset, int length) {
    int end = offset + length;
    int i = offset;
    while (i < end) {
      int next = afterPrefix(buffer, i, end);
      if (next == i) {
        return i;
      }
      i = next;
    }
    return end;
  }

  private static int afterPrefix(byte[] buffer, int i, int end) {
    byte b = buffer[i];
    if (b == ' ' || b == '\t' || b == '\r') {
      return i + 1;
    }
    if (b == (byte) 0xEF && startsWith(buffer, i, end, (byte) 0xBB, (byte) 0xBF)) {
      return i + 3;
    }
    return b == 0x1B && startsWith(buffer, i, end, (byte) '[') ? afterSequence(buffer, i, end) : i;
  }

  private static boolean startsWith(byte[] buffer, int i, int end, byte... following) {
    if (i + following.length >= end) {
      return false;
    }
    for (int k = 0; k < following.length; k++) {
      if (buffer[i + 1 + k] != following[k]) {
        return false;
      }
    }
    return true;
  }

  /** ECMA-48, 5.4: a control sequence ends with a byte from 0x40 to 0x7E. */
  private static int afterSequence(byte[] buffer, int i, int end) {
    for (int k = i + 2; k < end; k++) {
      if (buffer[k] >= 0x40 && buffer[k] <= 0x7E) {
        return k + 1;
      }
    }
    return end;
  }
}
