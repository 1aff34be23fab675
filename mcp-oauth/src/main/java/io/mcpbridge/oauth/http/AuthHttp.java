package io.mcpbridge.oauth.http;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.concurrent.Timer;
import io.mcpbridge.internal.text.PlainHttp;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.UrlPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Sends all requests for metadata, registrations and tokens. They are rare, so each has a
 * connection of its own and there is no pool to close. Thread-safe.
 */
public final class AuthHttp {

  private static final String CANCELLER = "mcp-oauth-timeout";
  private static final int MAX_DEPTH = 50;

  private final UrlPolicy policy;
  private final UrlRules rules;
  private final @Nullable AuthProxy proxy;
  private final @Nullable String plain;
  private final AuthClients clients;
  private final JsonReader json;

  public AuthHttp(UrlPolicy policy, @Nullable SSLContext sslContext) {
    this(policy, sslContext, null);
  }

  /**
   * @param proxy the proxy for all hosts except loopback
   */
  public AuthHttp(UrlPolicy policy, @Nullable SSLContext sslContext, @Nullable AuthProxy proxy) {
    this(policy, sslContext, proxy, InetAddress::getAllByName);
  }

  public AuthHttp(
      UrlPolicy policy,
      @Nullable SSLContext sslContext,
      @Nullable AuthProxy proxy,
      AllowedAddresses.Resolver resolver) {
    this(new UrlRules(policy, SettingNames.JAVA), sslContext, proxy, resolver);
  }

  /**
   * @param resolver resolves a host name
   */
  public AuthHttp(
      UrlRules rules,
      @Nullable SSLContext sslContext,
      @Nullable AuthProxy proxy,
      AllowedAddresses.Resolver resolver) {
    this.policy = rules.policy();
    this.rules = rules;
    this.proxy = proxy;
    this.clients = new AuthClients(policy, sslContext, new AllowedAddresses(rules, resolver));
    this.json =
        new JsonReader(
            JsonLimits.defaults()
                .withMaxMessageBytes(policy.maxBodyBytes())
                .withMaxDepth(MAX_DEPTH));
    this.plain = null;
  }

  private AuthHttp(AuthHttp other, String plain) {
    this.policy = other.policy;
    this.rules = other.rules;
    this.proxy = other.proxy;
    this.clients = other.clients;
    this.json = other.json;
    this.plain = plain;
  }

  /** A copy that also accepts plain http to that server. */
  public AuthHttp orPlainlyTo(URI server) {
    return new AuthHttp(this, UrlRules.origin(server));
  }

  public UrlPolicy policy() {
    return policy;
  }

  public UrlRules rules() {
    return rules;
  }

  /** How messages name settings. */
  public SettingNames names() {
    return rules.names();
  }

  /**
   * Checks a URL against the policy, before its host is resolved.
   *
   * @throws OAuthException if the policy rejects it
   */
  URI require(URI uri, String what) {
    boolean isUrl = uri.getScheme() != null && uri.getHost() != null;
    return rules.require(uri, what, isUrl && UrlRules.origin(uri).equals(plain));
  }

  /**
   * Sends a request and waits for the complete response. A GET follows redirects up to the policy's
   * limit, each checked like the first URL. A POST carries secrets and is never redirected.
   *
   * @throws McpUnavailableException if the server cannot be reached or does not answer in time
   * @throws McpCancelledException if the thread is interrupted while it waits
   * @throws OAuthException if the policy rejects the URL, or the response is not acceptable
   */
  public AuthResponse send(AuthRequest request) {
    AuthRequest now = request;
    for (int hops = 0; ; hops++) {
      AuthResponse answer = once(now);
      if (!answer.isRedirect()) {
        return answer;
      }
      if (request.body() != null) {
        throw new OAuthException(request.what() + " redirects; the redirect is not followed");
      }
      if (hops == policy.maxRedirects() || answer.location() == null) {
        throw new OAuthException(
            request.what() + " is still redirecting after " + hops + " redirects");
      }
      now = now.at(redirected(now, answer.location()));
    }
  }

  private static URI redirected(AuthRequest from, String location) {
    try {
      return from.uri().resolve(location);
    } catch (IllegalArgumentException e) {
      throw new OAuthException(from.what() + " redirects to an invalid URL");
    }
  }

  private AuthResponse once(AuthRequest request) {
    URI uri = require(request.uri(), "the URL of " + request.what());
    AuthProxy through = proxyTo(uri, request);
    HttpUriRequestBase outgoing = outgoing(request, uri);
    Future<?> deadline = Timer.scheduleOnThread(policy.timeout(), CANCELLER, outgoing::cancel);
    try (CloseableHttpClient client = clients.client(through)) {
      HttpClientContext context = through == null ? HttpClientContext.create() : through.context();
      return client.execute(
          outgoing,
          context,
          response -> {
            try {
              if (through != null && context.getSSLSession() == null) {
                throw refusal(request, uri, through, response); // not from inside the tunnel
              }
              return answer(request, response);
            } catch (RuntimeException enough) {
              outgoing.cancel(); // else closing the response reads the rest, however long
              throw enough;
            }
          });
    } catch (IOException | IllegalStateException e) {
      throw failure(request, uri, through, e, outgoing.isCancelled());
    } catch (NullPointerException e) {
      if (!outgoing.isCancelled()) {
        throw e;
      }
      throw failure(request, uri, through, e, true); // HttpClient's, if canceled while connecting
    } finally {
      deadline.cancel(false);
    }
  }

  /** Loopback is reached directly: the proxy would resolve it to its own machine. */
  private @Nullable AuthProxy proxyTo(URI uri, AuthRequest request) {
    if (proxy == null || PlainHttp.isLoopback(uri.getHost())) {
      return null;
    }
    String objection = rules.objectionUnresolved(uri.getHost());
    if (objection != null) {
      throw new OAuthException(
          request.what() + " was not asked: the host " + uri.getHost() + " " + objection);
    }
    return proxy;
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

  private AuthResponse answer(AuthRequest request, ClassicHttpResponse response)
      throws IOException {
    return new AuthResponse(
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

  private static McpException refusal(
      AuthRequest request, URI uri, AuthProxy through, ClassicHttpResponse response) {
    String message =
        request.what()
            + " cannot be reached: the proxy "
            + through
            + " does not connect to "
            + uri.getHost()
            + " (HTTP status "
            + response.getCode()
            + ")";
    return new McpUnavailableException(message, null);
  }

  /** Omits the cause except for its type: its message may quote the server. */
  private McpException failure(
      AuthRequest request, URI uri, @Nullable AuthProxy through, Exception e, boolean late) {
    String where =
        where(request.what(), uri)
            + (through == null ? "" : ", through the proxy " + through + ",");
    if (e instanceof AllowedAddresses.ForbiddenAddressException forbiddenAddressException) {
      return new OAuthException(
          request.what() + " was not asked: " + forbiddenAddressException.getMessage());
    }
    if (Thread.currentThread().isInterrupted()) {
      return new McpCancelledException(where + ": interrupted while waiting for the answer");
    }
    String why =
        late || e instanceof InterruptedIOException
            ? " did not answer within " + policy.timeout()
            : " cannot be reached: " + kind(e);
    return new McpUnavailableException(where + why, null);
  }

  /** Adds the port; the host is not repeated if the description ends with it. */
  private static String where(String what, URI uri) {
    String authority = uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    return what.endsWith(" " + uri.getHost())
        ? what.substring(0, what.length() - uri.getHost().length()) + authority
        : what + " (" + authority + ")";
  }

  private static String kind(Exception e) {
    boolean refused =
        e instanceof ConnectException && String.valueOf(e.getMessage()).contains("refused");
    return refused ? "connection refused" : e.getClass().getSimpleName();
  }
}
