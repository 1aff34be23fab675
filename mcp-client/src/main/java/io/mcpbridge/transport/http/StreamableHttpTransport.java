package io.mcpbridge.transport.http;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A server behind one URL (Streamable HTTP, 2025-03-26 and later; also the requests of 2026-07-28).
 * Calls block the calling thread only; connections are kept and shared by all channels of this
 * object, from the first open one to the last. Redirects are not followed and nothing is retried,
 * except once after new credentials were had. Thread-safe.
 *
 * <pre>{@code
 * Transport weather =
 *     StreamableHttpTransport.builder(URI.create("https://example.com/mcp"))
 *         .header("Authorization", "Bearer " + token)
 *         .build();
 * }</pre>
 */
public final class StreamableHttpTransport implements Transport {

  private final Endpoint endpoint;
  private final Requests requests;
  private final JsonReader reader;
  private final SharedPool pool;

  private StreamableHttpTransport(Builder builder) {
    this.endpoint = builder.endpoint;
    this.requests = new Requests(builder.endpoint, builder.headers, builder.credentials);
    this.reader = new JsonReader(builder.limits);
    Duration connectTimeout = builder.connectTimeout;
    int maxConnections = builder.maxConnections;
    SSLContext sslContext = builder.sslContext;
    Endpoint to = builder.endpoint;
    this.pool =
        new SharedPool(() -> new ConnectionPool(to, connectTimeout, maxConnections, sslContext));
  }

  /**
   * A server that needs no headers and no credentials.
   *
   * @throws IllegalArgumentException if it is no http or https URL
   */
  public static StreamableHttpTransport of(String url) {
    return builder(Endpoint.uri(url)).build();
  }

  /**
   * Starts with defaults; user info in the URL becomes an {@code Authorization: Basic} header.
   *
   * @throws IllegalArgumentException if it is no http or https URL
   */
  public static Builder builder(URI url) {
    return new Builder(Endpoint.of(url));
  }

  /** Prepares the connections; the first request makes one. */
  @Override
  public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
    return new PostChannel(endpoint, requests, reader, pool.acquire(), listener, mode);
  }

  /**
   * The URL without user info and fragment; of a query, and of a part of the path that looks like a
   * key, only a digest shows.
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
  public static final class Builder {

    private final Endpoint endpoint;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private Credentials credentials = Credentials.none();
    private JsonLimits limits = JsonLimits.defaults();
    private Duration connectTimeout = Duration.ofSeconds(15);
    private int maxConnections = 1000;
    private @Nullable SSLContext sslContext;

    private Builder(Endpoint endpoint) {
      this.endpoint = endpoint;
      if (endpoint.basicCredentials() != null) {
        headers.put("Authorization", endpoint.basicCredentials());
      }
    }

    /**
     * A header for every request (setting {@code headers}).
     *
     * @throws IllegalArgumentException if the name is the protocol's own ({@code Mcp-*}, {@code
     *     Accept}, {@code Content-Type} ...) or the value has a line break or is not ASCII
     */
    public Builder header(String name, String value) {
      HeaderRules.checkConfigurable(name, value);
      headers.put(name, value);
      return this;
    }

    /** Several headers, as by {@link #header}. */
    public Builder headers(Map<String, String> headers) {
      headers.forEach(this::header);
      return this;
    }

    /** Who vouches for each request; default: nobody. */
    public Builder credentials(Credentials credentials) {
      this.credentials = Objects.requireNonNull(credentials);
      return this;
    }

    /** How large and deep an answer may be; default {@link JsonLimits#defaults()}. */
    public Builder limits(JsonLimits limits) {
      this.limits = Objects.requireNonNull(limits);
      return this;
    }

    /**
     * How long one attempt to connect may take, TLS included (setting {@code connect-timeout});
     * default 15 s. A call's own deadline counts too.
     */
    public Builder connectTimeout(Duration connectTimeout) {
      if (connectTimeout.compareTo(Duration.ofMillis(1)) < 0) {
        throw new IllegalArgumentException("connect-timeout must be positive: " + connectTimeout);
      }
      this.connectTimeout = connectTimeout;
      return this;
    }

    /**
     * How many requests may be under way at once, each on a connection of its own (setting {@code
     * max-connections}); default 1000, so that a thousand slow calls do not wait for each other.
     * Further ones wait for a place until their deadline. Notifications and answers to the server
     * are not counted, because requests may be waiting for them.
     */
    public Builder maxConnections(int maxConnections) {
      if (maxConnections < 1) {
        throw new IllegalArgumentException("max-connections must be positive: " + maxConnections);
      }
      this.maxConnections = maxConnections;
      return this;
    }

    /** Whom to trust and how to identify oneself over https; default: as this JVM does. */
    public Builder sslContext(SSLContext sslContext) {
      this.sslContext = Objects.requireNonNull(sslContext);
      return this;
    }

    /** Makes the transport; does no I/O. */
    public StreamableHttpTransport build() {
      return new StreamableHttpTransport(this);
    }
  }
}
