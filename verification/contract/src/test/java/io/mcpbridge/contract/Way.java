package io.mcpbridge.contract;

import io.mcpbridge.test.AnswerForm;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.function.BiFunction;

/** The ways to a server that every promise has to hold on. */
enum Way {
  IN_PROCESS((server, silence) -> server.transport().takingSilenceAsAnAnswerAfter(silence)),

  STDIO((server, silence) -> new RelayDoor(server).transport(silence)),

  HTTP_JSON(
      (server, silence) ->
          StreamableHttpTransport.of(server.http().answering(AnswerForm.AS_NEEDED).url())),

  HTTP_EVENT_STREAM(
      (server, silence) ->
          StreamableHttpTransport.of(server.http().answering(AnswerForm.EVENT_STREAM).url()));

  private final BiFunction<FakeMcpServer, Duration, Transport> transport;

  Way(BiFunction<FakeMcpServer, Duration, Transport> transport) {
    this.transport = transport;
  }

  Transport to(FakeMcpServer server) {
    return to(server, Duration.ofSeconds(10));
  }

  Transport to(FakeMcpServer server, Duration silence) {
    return transport.apply(server, silence);
  }

  boolean isHttp() {
    return this == HTTP_JSON || this == HTTP_EVENT_STREAM;
  }
}
