package io.mcpbridge.contract;

import io.mcpbridge.test.AnswerForm;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.function.BiFunction;

/** The ways to a server that every promise has to hold on. */
enum Way {
  IN_PROCESS(
      (server, silence) -> Door.of(server.transport().takingSilenceAsAnAnswerAfter(silence))),

  STDIO(RelayDoor::open),

  HTTP_JSON(
      (server, silence) ->
          Door.of(StreamableHttpTransport.of(server.http().answering(AnswerForm.AS_NEEDED).url()))),

  HTTP_EVENT_STREAM(
      (server, silence) ->
          Door.of(
              StreamableHttpTransport.of(server.http().answering(AnswerForm.EVENT_STREAM).url())));

  private final BiFunction<FakeMcpServer, Duration, Door> door;

  Way(BiFunction<FakeMcpServer, Duration, Door> door) {
    this.door = door;
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
