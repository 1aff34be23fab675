package io.mcpbridge.spring.observation;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An OpenTelemetry collector: receives traces over OTLP (Protobuf over HTTP). */
final class OtlpCollector implements AutoCloseable {

  /**
   * A span as it arrived.
   *
   * @param service {@code service.name} of its resource
   */
  record ReceivedSpan(String service, Span span, Map<String, String> attributes) {

    String name() {
      return span.getName();
    }
  }

  private final HttpServer http;
  private final List<ReceivedSpan> spans = new CopyOnWriteArrayList<>();

  OtlpCollector() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/v1/traces", this::receive);
    http.start();
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/v1/traces";
  }

  List<ReceivedSpan> spans() {
    return spans;
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      ExportTraceServiceRequest request =
          ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
      for (ResourceSpans resource : request.getResourceSpansList()) {
        String service = attributes(resource.getResource().getAttributesList()).get("service.name");
        resource
            .getScopeSpansList()
            .forEach(
                scope ->
                    scope
                        .getSpansList()
                        .forEach(
                            span ->
                                spans.add(
                                    new ReceivedSpan(
                                        service, span, attributes(span.getAttributesList())))));
      }
      byte[] response = ExportTraceServiceResponse.getDefaultInstance().toByteArray();
      exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, response.length == 0 ? -1 : response.length);
    }
  }

  private static Map<String, String> attributes(List<KeyValue> pairs) {
    Map<String, String> all = new TreeMap<>();
    pairs.forEach(pair -> all.put(pair.getKey(), pair.getValue().getStringValue()));
    return all;
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
