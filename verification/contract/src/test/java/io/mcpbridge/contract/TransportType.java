package io.mcpbridge.contract;

import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.HttpSse;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.ResponseFormat;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.net.URI;
import java.time.Duration;
import java.util.function.BiFunction;

/** The transports on which the contract must hold. */
enum TransportType {
  IN_PROCESS(
      "in process", (server, silence) -> Endpoint.of(server.transport().withProbeTimeout(silence))),

  STDIO("stdio", RelayEndpoint::open),

  HTTP_JSON(
      "Streamable HTTP, JSON answers",
      (server, silence) ->
          Endpoint.of(overHttp(server.http().answering(ResponseFormat.AS_NEEDED).url()))),

  HTTP_EVENT_STREAM(
      "Streamable HTTP, event streams",
      (server, silence) ->
          Endpoint.of(overHttp(server.http().answering(ResponseFormat.EVENT_STREAM).url()))),

  HTTP_SSE(
      "HTTP+SSE",
      (server, silence) ->
          Endpoint.of(
              HttpSseTransport.builder(URI.create(HttpSse.of(server).url()))
                  .header("X-Api-Key", secret())
                  .build()));

  private final String title;
  private final BiFunction<FakeMcpServer, Duration, Endpoint> endpoint;

  TransportType(String title, BiFunction<FakeMcpServer, Duration, Endpoint> endpoint) {
    this.title = title;
    this.endpoint = endpoint;
  }

  /** A credential that every server receives and no log may contain (.ci/secrets/scan). */
  static String secret() {
    return "s3cret-of-every-server";
  }

  static Transport overHttp(String url) {
    return StreamableHttpTransport.builder(URI.create(url)).header("X-Api-Key", secret()).build();
  }

  String title() {
    return title;
  }

  Endpoint to(FakeMcpServer server) {
    return to(server, Duration.ofSeconds(10));
  }

  Endpoint to(FakeMcpServer server, Duration silence) {
    return endpoint.apply(server, silence);
  }

  /** Whether each message is a Streamable HTTP request, so that its headers reach the server. */
  boolean isStreamableHttp() {
    return this == HTTP_JSON || this == HTTP_EVENT_STREAM;
  }

  /**
   * Whether this transport carries a revision. Streamable HTTP replaced HTTP+SSE in 2025-03-26, but
   * servers of every revision with sessions also use HTTP+SSE.
   */
  boolean carries(String revision) {
    if (isStreamableHttp()) {
      return !revision.equals(FakeRevisions.V2024_11_05);
    }
    return this != HTTP_SSE || FakeRevisions.initialize().contains(revision);
  }
}
