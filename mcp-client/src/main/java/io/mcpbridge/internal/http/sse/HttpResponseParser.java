package io.mcpbridge.internal.http.sse;

import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.http.call.HttpAttempt;
import io.mcpbridge.internal.http.call.HttpCall;
import io.mcpbridge.internal.http.call.HttpErrors;
import io.mcpbridge.internal.http.call.ServerMessageText;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.transport.Deadline;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Queue;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Selects the message parser by the content type of a response. */
public final class HttpResponseParser {

  private static final int MAX_COUNTED_BYTES = 65_536;

  private HttpResponseParser() {}

  /**
   * The messages of a 2xx response.
   *
   * @throws io.mcpbridge.error.McpProtocolException if it cannot hold any
   * @throws io.mcpbridge.json.JsonLimitException if its announced length exceeds the limit
   */
  public static HttpResponseMessages of(
      ClassicHttpResponse response, HttpCall call, JsonReader reader, Deadline deadline) {
    HttpAttempt attempt = call.attempt();
    Header header = response.getFirstHeader(HttpHeaders.CONTENT_TYPE);
    String type = header == null ? null : header.getValue();
    String media = media(type);
    boolean empty = response.getEntity() == null || response.getEntity().getContentLength() == 0;
    if (!empty && media.equals("text/event-stream")) {
      return new EventStreamResponseMessages(
          reader, attempt, name -> refuseEndpoint(name, call.errors()));
    }
    if (!empty && isJson(media)) {
      reader.checkLength(response.getEntity().getContentLength());
      return new JsonResponseMessages(reader, attempt);
    }
    int length = empty ? 0 : attempt.readSome(MAX_COUNTED_BYTES, deadline).length;
    throw call.errors()
        .notProtocol(
            "HTTP status "
                + response.getCode()
                + " and no message ("
                + ServerMessageText.shown(type)
                + ", "
                + (length < MAX_COUNTED_BYTES ? length : "at least " + MAX_COUNTED_BYTES)
                + " bytes)");
  }

  /** An HTTP+SSE server may open its stream for any request; that is no response (2024-11-05). */
  private static void refuseEndpoint(String event, HttpErrors errors) {
    if (event.equals(SseSessionStream.ENDPOINT)) {
      throw errors.notProtocol("an event stream that begins as HTTP+SSE does");
    }
  }

  /** Whether the headers of a 2xx response announce messages. */
  public static boolean isMessage(ClassicHttpResponse response) {
    Header header = response.getFirstHeader(HttpHeaders.CONTENT_TYPE);
    String media = media(header == null ? null : header.getValue());
    return response.getEntity() != null
        && response.getEntity().getContentLength() != 0
        && (media.equals("text/event-stream") || isJson(media));
  }

  private static boolean isJson(String media) {
    return media.equals("application/json") || media.endsWith("+json");
  }

  /** Whether the headers of a 2xx response announce an event stream. */
  public static boolean isEventStream(ClassicHttpResponse response) {
    Header header = response.getFirstHeader(HttpHeaders.CONTENT_TYPE);
    return response.getEntity() != null
        && media(header == null ? null : header.getValue()).equals("text/event-stream");
  }

  private static String media(@Nullable String contentType) {
    if (contentType == null) {
      return "";
    }
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /** An {@code application/json} body: one message or a batch. */
  private static final class JsonResponseMessages implements HttpResponseMessages {

    private final JsonReader reader;
    private final HttpAttempt attempt;
    private final Queue<JsonRpcMessage> messages = new ArrayDeque<>(1);
    private boolean read;

    JsonResponseMessages(JsonReader reader, HttpAttempt attempt) {
      this.reader = reader;
      this.attempt = attempt;
    }

    @Override
    public @Nullable JsonRpcMessage next() throws IOException {
      if (!read) {
        read = true;
        messages.addAll(JsonRpcMessage.all(attempt.readJson(reader, attempt.body())));
      }
      return messages.poll();
    }

    @Override
    public McpException withoutResponse(HttpErrors errors) {
      return errors.notProtocol("JSON without the response");
    }
  }
}
