package io.mcpbridge.transport.http;

import io.mcpbridge.json.JsonReader;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A server that has two endpoints (HTTP+SSE, 2024-11-05): an event stream at the URL, in which it
 * says where to POST messages, and all else it has to say. Deprecated since 2025-03-26; {@link
 * StreamableHttpTransport} finds such servers by itself, so this one is for those it takes for
 * something else, and for servers whose {@link Builder#messageEndpoint} has to be told.
 *
 * <p>Calls block the calling thread; one daemon thread for each open channel reads the stream. When
 * the stream ends the session has ended, and with it all that is under way. Redirects are not
 * followed and nothing is retried, except once after new credentials were had. Thread-safe.
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
   * @param messageEndpoint where messages go, whatever the server advertises; or {@code null}
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
   * A server that needs no headers and no credentials.
   *
   * @throws IllegalArgumentException if it is no http or https URL
   */
  public static HttpSseTransport of(String url) {
    return builder(Endpoint.uri(url)).build();
  }

  /**
   * Starts with defaults; user info in the URL becomes an {@code Authorization: Basic} header.
   *
   * @param url the address of the event stream, which often ends in {@code /sse}
   * @throws IllegalArgumentException if it is no http or https URL
   */
  public static Builder builder(URI url) {
    return new Builder(Endpoint.of(url));
  }

  /** Prepares the connections; the first request opens the stream. */
  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    return new SseChannel(requests, messageEndpoint, reader, pool.acquire(), listener);
  }

  /** There is nothing but sessions here: each stream is one. */
  @Override
  public boolean carries(ChannelMode mode) {
    return mode == ChannelMode.SESSION;
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
     * Where messages go in place of what the server advertises (setting {@code message-endpoint}):
     * for a server behind a proxy that it does not know of, and for one that takes messages on
     * another origin, which is refused otherwise. The query that the server advertises is kept,
     * because it says whose session it is. Headers and credentials are sent there, too.
     *
     * @throws IllegalArgumentException if it is no http or https URL
     */
    public Builder messageEndpoint(URI url) {
      this.messageEndpoint = Endpoint.of(url);
      return this;
    }

    /** Makes the transport; does no I/O. */
    public HttpSseTransport build() {
      boolean secure = endpoint().secure() || (messageEndpoint != null && messageEndpoint.secure());
      return new HttpSseTransport(requests(), messageEndpoint, reader(), pool(secure));
    }
  }
}
