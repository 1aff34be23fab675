package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.transport.ChannelMode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that compress although the requests say {@code Accept-Encoding: identity}. */
class ContentEncodingTest extends HttpTest {

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static void send(Answer answer, String type, String encoding, byte[] body)
      throws IOException {
    answer.raw(
        "HTTP/1.1 200 OK\r\nContent-Type: "
            + type
            + "\r\nContent-Encoding: "
            + encoding
            + "\r\nContent-Length: "
            + body.length
            + "\r\n\r\n");
    answer.raw(body);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, gzip",
    "application/json, X-GZip",
    "text/event-stream, gzip",
  })
  void decodesGzip(String type, String encoding) throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          String json = Answer.result(request.id());
          boolean stream = type.equals("text/event-stream");
          send(answer, type, encoding, gzip(stream ? "data: " + json + "\n\n" : json));
        });

    for (int i = 0; i < 5; i++) {
      assertThat(response(call()).result()).isNotNull();
    }
    assertThat(server.connections()).isEqualTo(1);
  }

  /** 100 kB of a result in less than 1 kB. */
  @Test
  void limitsDecodedSize() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          String text = "{\"text\":\"" + "x".repeat(100_000) + "\"}";
          byte[] body = gzip(Answer.result(request.id()).replace("{}", text));
          assertThat(body).hasSizeLessThan(1000);
          send(answer, "application/json", "gzip", body);
        },
        builder -> builder.limits(JsonLimits.defaults().withMaxMessageBytes(2000)));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpLimitException.class)
        .hasMessageContaining("longer than 2000 bytes");
  }

  @ParameterizedTest
  @CsvSource({"br, its Content-Encoding is br", "gzip, Not in GZIP format"})
  void namesEncodingThatCannotBeDecoded(String encoding, String message) throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) ->
            send(answer, "application/json", encoding, Answer.result(request.id()).getBytes()));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining(message);
  }
}
