package io.mcpbridge.contract;

import io.mcpbridge.test.AnswerForm;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.function.BiFunction;

/** The ways to a server that every promise has to hold on. */
enum Way {
  IN_PROCESS(
      "in process",
      (server, silence) -> Door.of(server.transport().takingSilenceAsAnAnswerAfter(silence))),

  STDIO("stdio", RelayDoor::open),

  HTTP_JSON(
      "Streamable HTTP, JSON answers",
      (server, silence) ->
          Door.of(StreamableHttpTransport.of(server.http().answering(AnswerForm.AS_NEEDED).url()))),

  HTTP_EVENT_STREAM(
      "Streamable HTTP, event streams",
      (server, silence) ->
          Door.of(
              StreamableHttpTransport.of(server.http().answering(AnswerForm.EVENT_STREAM).url())));

  private final String title;
  private final BiFunction<FakeMcpServer, Duration, Door> door;

  Way(String title, BiFunction<FakeMcpServer, Duration, Door> door) {
    this.title = title;
    this.door = door;
  }

  String title() {
    return title;
  }

  Door to(FakeMcpServer server) {
    return to(server, Duration.ofSeconds(10));
  }

  Door to(FakeMcpServer server, Duration silence) {
    return door.apply(server, silence);
  }

  boolean isHttp() {
    return this == HTTP_JSON || this == HTTP_EVENT_STREAM;
  }
}
