package io.mcpbridge.transport.http;

import io.mcpbridge.internal.http.call.RequestFactory;
import io.mcpbridge.internal.http.call.SharedPool;
import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.http.sse.SseChannel;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A server with two endpoints (HTTP+SSE, 2024-11-05): an event stream at the URL, which advertises
 * the endpoint for POSTs and carries all messages of the server. Deprecated since 2025-03-26.
 * {@link StreamableHttpTransport} detects such servers and falls back to this transport; use it
 * directly only where detection fails, or to set {@link Builder#messageEndpoint}.
 *
 * <p>Calls block the calling thread; one daemon thread per open channel reads the stream. The
 * session and all exchanges in flight end with the stream. Redirects are not followed. Requests are
 * not retried, except after a renewal of credentials. Thread-safe.
 *
 * <pre>{@code
 * Transport weather = HttpSseTransport.of("https://example.com/sse");
 * }</pre>
 */
public final class HttpSseTransport implements Transport {

  private final RequestFactory requests;
  private final @Nullable Endpoint messageEndpoint;
  private final JsonReader reader;
  private final SharedPool pool;

  /**
   * @param messageEndpoint overrides the advertised endpoint; or {@code null}
   */
  HttpSseTransport(
      RequestFactory requests,
      @Nullable Endpoint messageEndpoint,
      JsonReader reader,
      SharedPool pool) {
    this.requests = requests;
    this.messageEndpoint = messageEndpoint;
    this.reader = reader;
    this.pool = pool;
  }

  /**
   * A server without custom headers and credentials.
   *
   * @throws IllegalArgumentException if it is no http or https URL
   */
  public static HttpSseTransport of(String url) {
    return builder(url).build();
  }

  /**
   * Creates a builder with default settings; user info in the URL becomes an {@code Authorization:
   * Basic} header.
   *
   * @param url the URL of the event stream, which often ends in {@code /sse}
   * @throws IllegalArgumentException if it is no http or https URL
   */
  public static Builder builder(URI url) {
    return new Builder(Endpoint.of(url));
  }

  /** Same, with the URL as text. */
  public static Builder builder(String url) {
    return builder(Endpoint.uri(url));
  }

  /** Prepares the connection pool; the first request opens the stream. */
  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    return new SseChannel(
        requests, messageEndpoint, reader, pool.acquire(listener.trace()), listener);
  }

  /** Only sessions: each stream is one. */
  @Override
  public boolean carries(ChannelMode mode) {
    return mode == ChannelMode.SESSION;
  }

  @Override
  public boolean usesProxy() {
    return pool.usesProxy();
  }

  /** As {@link StreamableHttpTransport#address()}. */
  @Override
  public String address() {
    return requests.endpoint().address();
  }

  @Override
  public String toString() {
    return "HttpSseTransport[" + address() + "]";
  }

  /** Collects the settings of an {@link HttpSseTransport}. Not thread-safe. */
  public static final class Builder extends HttpTransportBuilder<Builder> {

    private @Nullable Endpoint messageEndpoint;

    private Builder(Endpoint endpoint) {
      super(endpoint);
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Overrides the endpoint that the server advertises: for a server behind a proxy that it does
     * not know of, and for one that takes messages on another origin, which is refused otherwise.
     * The advertised query is kept, because it identifies the session. Headers and credentials are
     * sent there, too.
     *
     * @throws IllegalArgumentException if it is no http or https URL
     */
    public Builder messageEndpoint(URI url) {
      this.messageEndpoint = Endpoint.of(url);
      return this;
    }

    /** Builds the transport; does no I/O. */
    public HttpSseTransport build() {
      return new HttpSseTransport(requests(), messageEndpoint, reader(), pool());
    }
  }
}
