package io.mcpbridge.transport.stdio;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimitException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Correlator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes messages of lines. A line that is none never ends the conversation: if it can be seen whose
 * answer it should have been, that call fails, else the line is skipped.
 */
final class StdoutMessages implements LineSink {

  private static final Logger log = LoggerFactory.getLogger(StdoutMessages.class);

  private final String address;
  private final JsonReader json;
  private final Correlator correlator;
  private final StrayLines strayLines;
  private final Consumer<McpException> unusable;

  private @Nullable TopLevelId longLine;
  private boolean longLineIsSettled;
  private volatile boolean anyMessage;

  /**
   * @param unusable called when an answer was lost and nobody can tell whose it was
   */
  StdoutMessages(
      String address,
      JsonLimits limits,
      Correlator correlator,
      StrayLines strayLines,
      Consumer<McpException> unusable) {
    this.address = address;
    this.json = new JsonReader(limits);
    this.correlator = correlator;
    this.strayLines = strayLines;
    this.unusable = unusable;
  }

  /** Whether the server has ever said something in the protocol. */
  boolean anyMessage() {
    return anyMessage;
  }

  @Override
  public void line(byte[] buffer, int offset, int length) {
    int start = LineStart.of(buffer, offset, length);
    int end = offset + length;
    while (end > start && buffer[end - 1] <= ' ' && buffer[end - 1] >= 0) {
      end--;
    }
    if (start == end) {
      return;
    }
    if (buffer[start] == '{' || buffer[start] == '[') {
      message(buffer, start, end - start);
    } else {
      strayLines.skip(buffer, offset, length, "no JSON object");
    }
  }

  private void message(byte[] buffer, int offset, int length) {
    try {
      Object value = json.read(buffer, offset, length);
      if (value instanceof List<?> batch && !batch.isEmpty()) {
        batch.forEach(this::deliver);
      } else {
        deliver(value);
      }
    } catch (JsonLimitException e) {
      refuse(buffer, offset, length, new McpLimitException(refusal(e, e.limit()), e));
    } catch (JsonException e) {
      refuse(buffer, offset, length, new McpProtocolException(refusal(e, null), e));
    }
  }

  private void deliver(@Nullable Object value) {
    JsonRpcMessage message = JsonRpcMessage.from(JsonObject.of(value));
    anyMessage = true;
    correlator.deliver(message);
  }

  private String refusal(JsonException e, @Nullable String limit) {
    String text = address + ": the server's message cannot be used: " + e.getMessage();
    return limit == null ? text : text + ". Raise `" + limit + "` if the server is right";
  }

  private void refuse(byte[] buffer, int offset, int length, McpException cause) {
    TopLevelId whose = new TopLevelId();
    whose.feed(buffer, offset, length);
    RequestId id = whose.hasMethod() ? null : whose.id();
    if (id == null || !correlator.fail(id, cause)) {
      strayLines.skip(buffer, offset, length, String.valueOf(cause.getMessage()));
    }
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
    if (!settled && correlator.openExchanges() > 0) {
      unusable.accept(tooLong("and it cannot be told whose answer it was"));
    }
  }

  /** As early as possible: the end of the line may be far away, or never come. */
  private boolean settle(TopLevelId whose) {
    RequestId id = whose.id();
    if (whose.hasMethod()) {
      log.warn("{}: {}", address, tooLong("it was skipped").getMessage());
      return true;
    }
    return id != null
        ? correlator.fail(id, tooLong("it was skipped")) || true
        : correlator.fail(null, tooLong("it was skipped"));
  }

  private McpLimitException tooLong(String consequence) {
    return new McpLimitException(
        "%s: the server sent a message of more than %d bytes; %s. Raise `%s` if the server is right"
            .formatted(
                address,
                json.limits().maxMessageBytes(),
                consequence,
                JsonLimits.MAX_MESSAGE_BYTES));
  }
}
