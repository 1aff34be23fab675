package io.mcpbridge.internal.http.sse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of the HTML standard, section 9.2.6, on bytes that may be split anywhere. */
class ServerEventStreamTest {

  /** One event as {@code name|data}. */
  static Stream<Arguments> vectors() {
    return Stream.of(
        vector("plain", "data: a\n\n", "message|a"),
        vector("no space after the colon", "data:a\n\n", "message|a"),
        vector("only one space is taken", "data:  a\n\n", "message| a"),
        vector("carriage returns", "data: a\rdata: b\r\r", "message|a\nb"),
        vector("both", "data: a\r\ndata: b\r\n\r\n", "message|a\nb"),
        vector("mixed line ends", "data: a\r\ndata: b\rdata: c\n\r\n", "message|a\nb\nc"),
        vector("a byte order mark", "\uFEFFdata: a\n\n", "message|a"),
        vector("a mark only at the start", "data: a\n\n\uFEFFdata: b\n\n", "message|a"),
        vector("a comment", ": nothing\n\n:\ndata: a\n: in between\ndata: b\n\n", "message|a\nb"),
        vector("names", "event: one\ndata: a\n\ndata: b\n\n", "one|a", "message|b"),
        vector("the name after the data", "data: a\nevent: late\n\n", "late|a"),
        vector("the last name counts", "event: x\nevent: y\ndata: a\n\n", "y|a"),
        vector("a name without data is forgotten", "event: x\n\ndata: a\n\n", "message|a"),
        vector("an empty name", "event:\ndata: a\n\n", "message|a"),
        vector("no data, no event", "id: 1\n\nretry: 5\n\n"),
        vector("empty data carries no message", "data\n\ndata:\n\ndata: \n\n"),
        vector("empty lines in data", "data\ndata: a\ndata\n\n", "message|\na\n"),
        vector("unknown fields", "foo: bar\ndatax: b\nDATA: c\ndata: a\n\n", "message|a"),
        vector("a very long field name", "x".repeat(3000) + ": y\ndata: a\n\n", "message|a"),
        vector("colons in the data", "data: a:b: c\n\n", "message|a:b: c"),
        vector("not terminated", "data: a\n\ndata: b", "message|a", "message|b (cut)"),
        vector("cut after the line end", "data: b\n", "message|b (cut)"),
        vector("cut in a field name", "data: a\n\nda", "message|a"),
        vector("many empty lines", "\n\n\r\n\ndata: a\n\n\n\n", "message|a"),
        vector(
            "other characters",
            "data: \u4e16\u754c \uD83D\uDE00\n\n",
            "message|\u4e16\u754c \uD83D\uDE00"),
        vector("nothing", ""));
  }

  private static Arguments vector(String name, String text, String... events) {
    return Arguments.of(name, text, List.of(events));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void readsAllEvents(String name, String text, List<String> events) throws IOException {
    assertThat(read(new ByteArrayInputStream(bytes(text)))).isEqualTo(events);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void readsTheSameWhereverItIsCut(String name, String text, List<String> events)
      throws IOException {
    byte[] all = bytes(text);
    for (int cut = 0; cut <= all.length; cut++) {
      InputStream in =
          new SequenceInputStream(
              new ByteArrayInputStream(Arrays.copyOfRange(all, 0, cut)),
              new ByteArrayInputStream(Arrays.copyOfRange(all, cut, all.length)));
      assertThat(read(in)).as("cut at byte %d", cut).isEqualTo(events);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void readsTheSameByteByByte(String name, String text, List<String> events) throws IOException {
    InputStream drops =
        new ByteArrayInputStream(bytes(text)) {
          @Override
          public synchronized int read(byte[] buffer, int offset, int length) {
            return super.read(buffer, offset, Math.min(length, 1));
          }
        };

    assertThat(read(drops)).isEqualTo(events);
  }

  @Test
  void secondCarriageReturnEndsEvent() throws IOException {
    InputStream noMore =
        new InputStream() {
          private final byte[] text = bytes("data: a\r\r");
          private int pos;

          @Override
          public int read() {
            if (pos == text.length) {
              throw new AssertionError("asked for a byte that the event does not need");
            }
            return text[pos++];
          }

          @Override
          public int read(byte[] buffer, int offset, int length) {
            buffer[offset] = (byte) read();
            return 1;
          }
        };
    EventStreamParser events = new EventStreamParser(noMore);

    assertThat(events.next()).isTrue();
    assertThat(events.data().readAllBytes()).isEqualTo(bytes("a"));
    assertThat(events.complete()).isTrue();
  }

  @Test
  void tracksIdsOfEventsWithoutData() throws IOException {
    EventStreamParser events =
        stream("id: 1\n\ndata: a\nid: 2\n\nid: bad\0id\n\nid: 3\ndata: b\n\nid: 4\n\nid: 5");

    assertThat(events.lastEventId()).isNull();
    assertThat(events.next()).isTrue();
    assertThat(events.lastEventId()).isEqualTo("1");
    assertThat(events.next()).isTrue();
    assertThat(events.lastEventId()).isEqualTo("2");
    events.finishEvent();
    assertThat(events.lastEventId()).isEqualTo("3");
    assertThat(events.next()).isFalse();
    assertThat(events.lastEventId()).as("the id of a cut event does not count").isEqualTo("4");
  }

  @Test
  void emptyIdResetsLastEventId() throws IOException {
    EventStreamParser events = stream("id: 1\ndata: a\n\nid\ndata: b\n\n");
    while (events.next()) {
      events.finishEvent();
    }

    assertThat(events.lastEventId()).isEmpty();
  }

  @Test
  void acceptsOnlyDigitsInRetryField() throws IOException {
    EventStreamParser events = stream("retry: 2500\nretry: 1s\nretry:\nretry: -1\n\n");

    assertThat(events.next()).isFalse();
    assertThat(events.retryMillis()).isEqualTo(2500);
    assertThat(retry("retry: " + "9".repeat(40) + "\n\n")).isEqualTo(Long.MAX_VALUE);
    assertThat(retry("retry: 0\n\n")).isZero();
  }

  @Test
  void skipsUnreadData() throws IOException {
    EventStreamParser events = stream("data: " + "a".repeat(50_000) + "\ndata: b\n\ndata: c\n\n");

    assertThat(events.next()).isTrue();
    assertThat(events.data().read()).isEqualTo('a');
    assertThat(events.next()).isTrue();
    assertThat(events.data().readAllBytes()).isEqualTo(bytes("c"));
  }

  private static List<String> read(InputStream in) throws IOException {
    EventStreamParser events = new EventStreamParser(in);
    List<String> all = new ArrayList<>();
    while (events.next()) {
      String data = new String(events.data().readAllBytes(), StandardCharsets.UTF_8);
      all.add(events.event() + "|" + data + (events.complete() ? "" : " (cut)"));
    }
    return all;
  }

  private static EventStreamParser stream(String text) {
    return new EventStreamParser(new ByteArrayInputStream(bytes(text)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Long retry(String text) throws IOException {
    EventStreamParser events = stream(text);
    events.next();
    return events.retryMillis();
  }
}
