package io.mcpbridge.config.internal.entry;

import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.util.function.BiConsumer;

/**
 * Creates the transport of an entry.
 *
 * @param overHttp customizes the transport of URL servers
 * @param overStdio the application's customizer for command servers
 */
public record EntryTransport(
    HttpCustomizer overHttp, BiConsumer<String, StdioTransport.Builder> overStdio) {

  /** Customizes the transport of a URL server. */
  @FunctionalInterface
  public interface HttpCustomizer {
    void customize(String server, EntryTarget target, HttpTransportBuilder<?> transport);
  }

  /**
   * Creates the transport; does no I/O.
   *
   * @throws IllegalArgumentException if a value is invalid; the message does not contain it
   */
  public Transport of(String server, EntryTarget target) {
    return switch (target.type()) {
      case STDIO -> stdio(server, target);
      case STREAMABLE_HTTP -> {
        var builder = StreamableHttpTransport.builder(Endpoint.uri(target.url()));
        overHttp.customize(server, target, builder.headers(target.headers()));
        yield builder.build();
      }
      case SSE -> {
        var builder = HttpSseTransport.builder(Endpoint.uri(target.url()));
        overHttp.customize(server, target, builder.headers(target.headers()));
        yield builder.build();
      }
    };
  }

  private StdioTransport stdio(String server, EntryTarget target) {
    StdioTransport.Builder builder =
        StdioTransport.builder(target.command()).args(target.args()).environment(target.env());
    if (target.directory() != null) {
      builder.workingDirectory(target.directory());
    }
    overStdio.accept(server, builder);
    return builder.build();
  }
}
