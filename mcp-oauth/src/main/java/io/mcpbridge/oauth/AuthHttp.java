package io.mcpbridge.oauth;

import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.thread.Timer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The one door through which requests for metadata, registrations and tokens leave. They are rare:
 * each has a connection of its own, so that nothing is left to close. Thread-safe.
 */
final class AuthHttp {

  private static final Timer TIMER = new Timer("mcp-oauth-deadlines");
  private static final int MAX_DEPTH = 50;

  private final UrlPolicy policy;
  private final VettedAddresses addresses;
  private final JsonReader json;
  private final ReentrantLock tlsLock = new ReentrantLock();
  private @Nullable TlsSocketStrategy tls;

  AuthHttp(UrlPolicy policy, @Nullable SSLContext sslContext) {
    this(policy, sslContext, InetAddress::getAllByName);
  }

  /**
   * @param lookup asks the system for the addresses of a host
   */
  AuthHttp(UrlPolicy policy, @Nullable SSLContext sslContext, VettedAddresses.Lookup lookup) {
    this.policy = policy;
    this.addresses = new VettedAddresses(policy, lookup);
    this.json = new JsonReader(new JsonLimits(policy.maxBodyBytes(), MAX_DEPTH));
    this.tls = sslContext == null ? null : new DefaultClientTlsStrategy(sslContext);
  }

  UrlPolicy policy() {
    return policy;
  }

  /**
   * Sends it and waits for the whole answer. A GET follows redirects, as often as the policy says,
   * each judged like the first address; what is posted holds secrets and goes nowhere else.
   *
   * @throws OAuthException if there is no answer
   */
  AuthAnswer send(AuthRequest request) {
    AuthRequest now = request;
    for (int hops = 0; ; hops++) {
      AuthAnswer answer = once(now);
      if (!answer.isRedirect()) {
        return answer;
      }
      if (request.body() != null) {
        throw new OAuthException(request.what() + " redirects; that is not followed");
      }
      if (hops == policy.maxRedirects() || answer.location() == null) {
        throw new OAuthException(
            request.what() + " redirects, but not to an end after " + hops + " redirects");
      }
      now = now.at(redirected(now, answer.location()));
    }
  }

  private static URI redirected(AuthRequest from, String location) {
    try {
      return from.uri().resolve(location);
    } catch (IllegalArgumentException e) {
      throw new OAuthException(from.what() + " redirects to what is no URL");
    }
  }

  private AuthAnswer once(AuthRequest request) {
    URI uri = policy.require(request.uri(), "the URL of " + request.what());
    HttpUriRequestBase outgoing = outgoing(request, uri);
    Future<?> deadline = TIMER.plan(policy.timeout(), outgoing::cancel);
    try (CloseableHttpClient client = client()) {
      return client.execute(outgoing, response -> answer(request, response));
    } catch (IOException | IllegalStateException e) {
      throw failure(request, uri, e, outgoing.isCancelled());
    } finally {
      deadline.cancel(false);
    }
  }

  private HttpUriRequestBase outgoing(AuthRequest request, URI uri) {
    String body = request.body();
    HttpUriRequestBase outgoing = new HttpUriRequestBase(body == null ? "GET" : "POST", uri);
    outgoing.setHeader("Accept", "application/json");
    outgoing.setHeader("Accept-Encoding", "identity");
    outgoing.setHeader("User-Agent", "mcp-bridge");
    request.headers().forEach(outgoing::setHeader);
    if (body != null) {
      outgoing.setEntity(new StringEntity(body, ContentType.create(request.mediaType(), "UTF-8")));
    }
    Timeout timeout = Timeout.of(policy.timeout());
    outgoing.setConfig(
        RequestConfig.custom()
            .setConnectionRequestTimeout(timeout)
            .setResponseTimeout(timeout)
            .setRedirectsEnabled(false)
            .build());
    return outgoing;
  }

  private CloseableHttpClient client() {
    BasicHttpClientConnectionManager connection =
        BasicHttpClientConnectionManager.create(
            null,
            addresses,
            RegistryBuilder.<TlsSocketStrategy>create().register("https", this::upgrade).build(),
            socket -> new QuietConnection());
    Timeout timeout = Timeout.of(policy.timeout());
    connection.setConnectionConfig(
        ConnectionConfig.custom().setConnectTimeout(timeout).setSocketTimeout(timeout).build());
    return HttpClients.custom()
        .setConnectionManager(connection)
        .disableRedirectHandling()
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableContentCompression()
        .disableAuthCaching()
        .disableDefaultUserAgent()
        .build();
  }

  private SSLSocket upgrade(
      Socket socket, String host, int port, Object attachment, HttpContext context)
      throws IOException {
    return tls().upgrade(socket, host, port, attachment, context);
  }

  /** Made when it is needed: it reads every certificate that this JVM trusts. */
  private TlsSocketStrategy tls() {
    tlsLock.lock();
    try {
      TlsSocketStrategy strategy = tls;
      if (strategy == null) {
        strategy = DefaultClientTlsStrategy.createSystemDefault();
        tls = strategy;
      }
      return strategy;
    } finally {
      tlsLock.unlock();
    }
  }

  private AuthAnswer answer(AuthRequest request, ClassicHttpResponse response) throws IOException {
    return new AuthAnswer(
        response.getCode(),
        body(request, response.getEntity()),
        header(response, "DPoP-Nonce"),
        header(response, "Location"));
  }

  private @Nullable JsonObject body(AuthRequest request, @Nullable HttpEntity entity)
      throws IOException {
    if (entity == null) {
      return null;
    }
    // Not closed: that would read the rest, however long it is. The connection is closed instead.
    byte[] bytes = entity.getContent().readNBytes(policy.maxBodyBytes() + 1);
    if (bytes.length > policy.maxBodyBytes()) {
      throw new OAuthException(
          request.what() + " answered with more than " + policy.maxBodyBytes() + " bytes");
    }
    try {
      return JsonObject.orNull(json.read(bytes, 0, bytes.length));
    } catch (JsonException notJson) {
      return null;
    }
  }

  private static @Nullable String header(ClassicHttpResponse response, String name) {
    Header header = response.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  /** The cause is left out but for its kind: its words may be those of the other side. */
  private OAuthException failure(AuthRequest request, URI uri, Exception e, boolean late) {
    String where = request.what() + " (host " + uri.getHost() + ")";
    if (e instanceof VettedAddresses.Refused refused) {
      return new OAuthException(request.what() + " was not asked: " + refused.getMessage());
    }
    if (Thread.currentThread().isInterrupted()) {
      return new OAuthException(where + " was not waited for: interrupted");
    }
    if (late || e instanceof InterruptedIOException) {
      return new OAuthException(where + " did not answer within " + policy.timeout());
    }
    return new OAuthException(where + " cannot be reached: " + e.getClass().getSimpleName());
  }
}
