package io.mcpbridge.transport.http;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.internal.http.call.RequestFactory;
import io.mcpbridge.internal.http.call.SharedPool;
import io.mcpbridge.internal.http.connection.ConnectionPool;
import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.http.connection.HttpProxy;
import io.mcpbridge.internal.http.connection.NextHop;
import io.mcpbridge.internal.text.HeaderRules;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonReader;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all HTTP transports share. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract sealed class HttpTransportBuilder<B extends HttpTransportBuilder<B>>
    permits StreamableHttpTransport.Builder, HttpSseTransport.Builder {

  private final Endpoint endpoint;
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Supplier<? extends @Nullable String>> suppliedHeaders =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private Credentials credentials = Credentials.none();
  private JsonLimits limits = JsonLimits.defaults();
  private Duration connectTimeout = Duration.ofSeconds(15);
  private int maxConnections = 1000;
  private @Nullable SSLContext sslContext;
  private @Nullable NextHop nextHop;

  HttpTransportBuilder(Endpoint endpoint) {
    this.endpoint = endpoint;
    if (endpoint.basicCredentials() != null) {
      headers.put("Authorization", endpoint.basicCredentials());
    }
  }

  abstract B self();

  /**
   * Adds a header to every request (setting {@code headers}).
   *
   * @throws IllegalArgumentException if the name is reserved for the protocol ({@code Mcp-*},
   *     {@code Accept}, {@code Content-Type} ...) or the value has a line break or is not ASCII
   */
  public B header(String name, String value) {
    HeaderRules.checkConfigurable(name, value, "the setting headers");
    headers.put(name, value);
    suppliedHeaders.remove(name);
    return self();
  }

  /**
   * Adds a header whose value is supplied for each request, such as the tenant or an API key of the
   * current user. The supplier runs on the thread that makes the request, as {@link Credentials}
   * do; requests for which it returns {@code null} do not have the header. An exception, or a value
   * with a line break or outside ASCII, fails that request only. A call's header of the same name
   * replaces it; the supplier does not run then.
   *
   * <p>Results that a server marks as private are cached for each value of the header. For this the
   * supplier also runs before and after requests whose results can be cached, such as lists; a
   * private result is not cached if the value has changed meanwhile.
   *
   * @throws IllegalArgumentException if the name is reserved for the protocol
   */
  public B header(String name, Supplier<? extends @Nullable String> value) {
    HeaderRules.checkConfigurable(name, "", "the setting headers");
    suppliedHeaders.put(name, value);
    headers.remove(name);
    return self();
  }

  /** Adds several headers, as {@link #header(String, String)} does. */
  public B headers(Map<String, String> headers) {
    headers.forEach((name, value) -> header(name, value));
    return self();
  }

  /** The credentials of each request; default: none. */
  public B credentials(Credentials credentials) {
    this.credentials = Objects.requireNonNull(credentials);
    return self();
  }

  /**
   * Sends this token as {@code Authorization: Bearer}. It replaces the {@link #credentials}; a
   * blank token, or one with a line break, fails each request.
   */
  public B bearerToken(String token) {
    return credentials(BearerToken.of(token));
  }

  /** Replaces the credentials by a function of the current ones. */
  public B mapCredentials(UnaryOperator<Credentials> change) {
    return credentials(change.apply(credentials));
  }

  /** Maximum size and depth of a message; default {@link JsonLimits#defaults()}. */
  public B limits(JsonLimits limits) {
    this.limits = Objects.requireNonNull(limits);
    return self();
  }

  /**
   * Timeout for TCP connect and TLS handshake of each new connection (setting {@code
   * connect-timeout}); default 15 s. The deadline of a handshake or call applies, too; the client's
   * {@code initializationTimeout} limits connecting and handshake together.
   */
  public B connectTimeout(Duration limit) {
    if (limit.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException(
          ConnectionPool.CONNECT_TIMEOUT + " must be positive: " + limit);
    }
    this.connectTimeout = limit;
    return self();
  }

  /**
   * Maximum number of requests in flight; default 1000, so that many slow calls do not block
   * others. Further requests wait for a permit until their deadline. Notifications and responses to
   * the server are not limited, because requests may be waiting for them.
   */
  public B maxConnections(int maxConnections) {
    if (maxConnections < 1) {
      throw new IllegalArgumentException("maxConnections must be positive: " + maxConnections);
    }
    this.maxConnections = maxConnections;
    return self();
  }

  /** The trust and key material for https (setting {@code ssl-bundle}); default: the JVM's. */
  public B sslContext(SSLContext sslContext) {
    this.sslContext = Objects.requireNonNull(sslContext);
    return self();
  }

  /**
   * Connects through an HTTP proxy (setting {@code proxy}): {@code http://host:port}, or {@code
   * http://user:password@host:port} for one that requires authentication. https requests use a
   * CONNECT tunnel. Default: the JVM's settings, as for the JDK's HTTP client ({@code
   * http.proxyHost}, {@code https.proxyHost}, {@code http.nonProxyHosts}, {@code socksProxyHost}).
   *
   * @throws IllegalArgumentException if it is no http URL; the message does not quote it
   */
  public B proxy(URI proxy) {
    this.nextHop = HttpProxy.of(proxy);
    return self();
  }

  Endpoint endpoint() {
    return endpoint;
  }

  RequestFactory requests() {
    return new RequestFactory(endpoint, headers, suppliedHeaders, credentials);
  }

  JsonReader reader() {
    return new JsonReader(limits);
  }

  SharedPool pool() {
    Endpoint to = endpoint;
    Duration timeout = connectTimeout;
    int max = maxConnections;
    SSLContext ssl = sslContext;
    @Nullable NextHop first = nextHop;
    return new SharedPool(
        () -> new ConnectionPool(to, first, timeout, max, ssl),
        () -> first != null || HttpProxy.ofJvm(to) != null);
  }
}
