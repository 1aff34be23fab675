package io.mcpbridge.config;

import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.function.BiConsumer;

/**
 * Makes the transport that an entry describes.
 *
 * @param overHttp what the application adds to a server behind a URL
 * @param overStdio what it adds to one that is started
 */
record EntryTransport(
    BiConsumer<String, HttpTransportBuilder<?>> overHttp,
    BiConsumer<String, StdioTransport.Builder> overStdio) {

  /**
   * Does no I/O.
   *
   * @throws IllegalArgumentException if a value makes no sense; says why, without the value
   */
  Transport of(String server, EntryTarget target) {
    return switch (target.type()) {
      case STDIO -> stdio(server, target);
      case STREAMABLE_HTTP -> {
        var builder = StreamableHttpTransport.builder(uri(target.url()));
        overHttp.accept(server, builder.headers(target.headers()));
        yield builder.build();
      }
      case SSE -> {
        var builder = HttpSseTransport.builder(uri(target.url()));
        overHttp.accept(server, builder.headers(target.headers()));
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

  private static URI uri(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "`url` cannot be read: " + e.getReason() + " at index " + e.getIndex());
    }
  }
}
