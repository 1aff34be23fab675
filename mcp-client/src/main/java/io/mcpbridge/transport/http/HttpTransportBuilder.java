package io.mcpbridge.transport.http;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonReader;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Collects the settings that every transport over HTTP has. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract sealed class HttpTransportBuilder<B extends HttpTransportBuilder<B>>
    permits StreamableHttpTransport.Builder, HttpSseTransport.Builder {

  private final Endpoint endpoint;
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private Credentials credentials = Credentials.none();
  private JsonLimits limits = JsonLimits.defaults();
  private Duration acceptTimeout = Duration.ofSeconds(15);
  private int maxConnections = 1000;
  private @Nullable SSLContext sslContext;
  private Hop hop = Hop.DIRECT;

  HttpTransportBuilder(Endpoint endpoint) {
    this.endpoint = endpoint;
    if (endpoint.basicCredentials() != null) {
      headers.put("Authorization", endpoint.basicCredentials());
    }
  }

  abstract B self();

  /**
   * A header for every request (setting {@code headers}).
   *
   * @throws IllegalArgumentException if the name is the protocol's own ({@code Mcp-*}, {@code
   *     Accept}, {@code Content-Type} ...) or the value has a line break or is not ASCII
   */
  public B header(String name, String value) {
    HeaderRules.checkConfigurable(name, value);
    headers.put(name, value);
    return self();
  }

  /** Several headers, as by {@link #header}. */
  public B headers(Map<String, String> headers) {
    headers.forEach(this::header);
    return self();
  }

  /** Who vouches for each request; default: nobody. */
  public B credentials(Credentials credentials) {
    this.credentials = Objects.requireNonNull(credentials);
    return self();
  }

  /** Who vouches for each request, given who did so far. */
  public B mapCredentials(UnaryOperator<Credentials> change) {
    return credentials(change.apply(credentials));
  }

  /** How large and deep an answer may be; default {@link JsonLimits#defaults()}. */
  public B limits(JsonLimits limits) {
    this.limits = Objects.requireNonNull(limits);
    return self();
  }

  /**
   * How long the server may take to accept a connection, TLS included, each time that one is opened
   * (setting {@code accept-timeout}); default 15 s. The deadline of a greeting or a call counts,
   * too: connecting and greeting as a whole have the client's {@code connectTimeout}.
   */
  public B acceptTimeout(Duration limit) {
    if (limit.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException(
          ConnectionPool.ACCEPT_TIMEOUT + " must be positive: " + limit);
    }
    this.acceptTimeout = limit;
    return self();
  }

  /**
   * How many requests may be under way at once (setting {@code max-connections}); default 1000, so
   * that a thousand slow calls do not wait for each other. Further ones wait for a place until
   * their deadline. Notifications and answers to the server are not counted, because requests may
   * be waiting for them.
   */
  public B maxConnections(int maxConnections) {
    if (maxConnections < 1) {
      throw new IllegalArgumentException("max-connections must be positive: " + maxConnections);
    }
    this.maxConnections = maxConnections;
    return self();
  }

  /**
   * Whom to trust and how to identify oneself over https (setting {@code ssl-bundle}); default: as
   * this JVM does.
   */
  public B sslContext(SSLContext sslContext) {
    this.sslContext = Objects.requireNonNull(sslContext);
    return self();
  }

  /**
   * Goes through a proxy that speaks HTTP (setting {@code proxy}): {@code http://host:port}, or
   * {@code http://user:password@host:port} for one that wants to know who comes. Requests to https
   * go through a tunnel, in which it sees nothing. Default: straight to the server, whatever the
   * properties of this JVM say of proxies.
   *
   * @throws IllegalArgumentException if it is no http URL; the message does not quote it
   */
  public B proxy(URI proxy) {
    this.hop = HttpProxy.at(proxy);
    return self();
  }

  Endpoint endpoint() {
    return endpoint;
  }

  RequestFactory requests() {
    return new RequestFactory(endpoint, headers, credentials);
  }

  JsonReader reader() {
    return new JsonReader(limits);
  }

  /**
   * @param secure whether any of the connections is for https
   */
  SharedPool pool(boolean secure) {
    Endpoint to = endpoint;
    Duration timeout = acceptTimeout;
    int max = maxConnections;
    SSLContext ssl = sslContext;
    Hop first = hop;
    return new SharedPool(() -> new ConnectionPool(to, first, secure, timeout, max, ssl));
  }
}
