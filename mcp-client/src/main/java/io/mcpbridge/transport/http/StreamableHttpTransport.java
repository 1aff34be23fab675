package io.mcpbridge.transport.http;

import io.mcpbridge.internal.http.call.RequestFactory;
import io.mcpbridge.internal.http.call.SharedPool;
import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.http.streamable.StreamableHttpChannel;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.net.URI;
import java.util.Optional;

/**
 * A server behind one URL (Streamable HTTP, 2025-03-26 and later, stateless requests of 2026-07-28
 * included). Calls block the calling thread only. All channels of this object share a connection
 * pool, from the first open one to the last. Redirects are not followed. Requests are not retried,
 * except after a renewal of credentials. If a server supports only the older HTTP+SSE, the client
 * falls back to {@link HttpSseTransport} with the same settings. Thread-safe.
 *
 * <pre>{@code
 * Transport weather =
 *     StreamableHttpTransport.builder("https://example.com/mcp")
 *         .header("Authorization", "Bearer " + token)
 *         .build();
 * }</pre>
 */
public final class StreamableHttpTransport implements Transport {

  private final Endpoint endpoint;
  private final RequestFactory requests;
  private final JsonReader reader;
  private final SharedPool pool;
  private final HttpSseTransport predecessor;

  private StreamableHttpTransport(Builder builder) {
    this.endpoint = builder.endpoint();
    this.requests = builder.requests();
    this.reader = builder.reader();
    this.pool = builder.pool();
    this.predecessor = new HttpSseTransport(requests, null, reader, pool);
  }

  /**
   * A server without custom headers and credentials.
   *
   * @throws IllegalArgumentException if it is no http or https URL
   */
  public static StreamableHttpTransport of(String url) {
    return builder(url).build();
  }

  /**
   * Creates a builder with default settings; user info in the URL becomes an {@code Authorization:
   * Basic} header.
   *
   * @throws IllegalArgumentException if it is no http or https URL
   */
  public static Builder builder(URI url) {
    return new Builder(Endpoint.of(url));
  }

  /** Same, with the URL as text. */
  public static Builder builder(String url) {
    return builder(Endpoint.uri(url));
  }

  /** Prepares the connection pool; the first request connects. */
  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    return new StreamableHttpChannel(
        endpoint, requests, reader, pool.acquire(listener.trace()), listener, mode);
  }

  /** HTTP+SSE at the same URL: the fallback for servers that support nothing newer. */
  @Override
  public Optional<Transport> legacyTransport() {
    return Optional.of(predecessor);
  }

  @Override
  public boolean usesProxy() {
    return pool.usesProxy();
  }

  /**
   * The URL without user info and fragment; a digest replaces the query and any path segment that
   * looks like a key.
   */
  @Override
  public String address() {
    return endpoint.address();
  }

  @Override
  public String toString() {
    return "StreamableHttpTransport[" + endpoint.address() + "]";
  }

  /** Collects the settings of a {@link StreamableHttpTransport}. Not thread-safe. */
  public static final class Builder extends HttpTransportBuilder<Builder> {

    private Builder(Endpoint endpoint) {
      super(endpoint);
    }

    @Override
    Builder self() {
      return this;
    }

    /** Builds the transport; does no I/O. */
    public StreamableHttpTransport build() {
      return new StreamableHttpTransport(this);
    }
  }
}
