package io.mcpbridge.oauth.internal.http;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.concurrent.Timer;
import io.mcpbridge.internal.http.connection.ClientConnection;
import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.http.connection.HttpProxy;
import io.mcpbridge.internal.http.connection.NextHop;
import io.mcpbridge.internal.http.connection.ProxyException;
import io.mcpbridge.internal.http.connection.SocketConnector;
import io.mcpbridge.internal.http.connection.SocketConnector.AddressResolver;
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
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.io.CloseMode;
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
  private final @Nullable HttpProxy proxy;
  private final @Nullable String plainOrigin;
  private final SocketConnector connector;
  private final SocketConnector proxyConnector;
  private final JsonReader json;

  /**
   * @param proxy the proxy for all hosts except loopback
   * @param resolver resolves a host name
   */
  public AuthHttp(
      UrlRules rules,
      @Nullable SSLContext sslContext,
      @Nullable HttpProxy proxy,
      AddressResolver resolver) {
    this.policy = rules.policy();
    this.rules = rules;
    this.proxy = proxy;
    this.connector = new SocketConnector(new AllowedAddresses(rules, resolver), sslContext);
    this.proxyConnector = new SocketConnector(sslContext); // resolves only the proxy's name
    this.json =
        new JsonReader(
            JsonLimits.defaults()
                .withMaxMessageBytes(policy.maxBodyBytes())
                .withMaxDepth(MAX_DEPTH));
    this.plainOrigin = null;
  }

  private AuthHttp(AuthHttp original, String plainOrigin) {
    this.policy = original.policy;
    this.rules = original.rules;
    this.proxy = original.proxy;
    this.connector = original.connector;
    this.proxyConnector = original.proxyConnector;
    this.json = original.json;
    this.plainOrigin = plainOrigin;
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
  URI require(URI uri, String description) {
    boolean isUrl = uri.getScheme() != null && uri.getHost() != null;
    return rules.require(uri, description, isUrl && UrlRules.origin(uri).equals(plainOrigin));
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
    AuthRequest current = request;
    for (int hops = 0; ; hops++) {
      AuthResponse answer = sendOnce(current);
      if (!answer.isRedirect()) {
        return answer;
      }
      if (request.body() != null) {
        throw new OAuthException(
            request.description() + " redirects; the redirect is not followed");
      }
      if (hops == policy.maxRedirects() || answer.location() == null) {
        throw new OAuthException(
            request.description() + " is still redirecting after " + hops + " redirects");
      }
      current = current.withUri(redirectTarget(current, answer.location()));
    }
  }

  private static URI redirectTarget(AuthRequest from, String location) {
    try {
      return from.uri().resolve(location);
    } catch (IllegalArgumentException e) {
      throw new OAuthException(from.description() + " redirects to an invalid URL");
    }
  }

  private AuthResponse sendOnce(AuthRequest request) {
    URI uri = require(request.uri(), "the URL of " + request.description());
    HttpProxy requestProxy = proxyTo(uri, request);
    AtomicBoolean timedOut = new AtomicBoolean();
    ClientConnection connection = new ClientConnection();
    Runnable timeout =
        () -> {
          timedOut.set(true);
          connection.close(CloseMode.IMMEDIATE);
        };
    Future<?> deadline = Timer.scheduleOnThread(policy.timeout(), CANCELLER, timeout);
    try (connection) {
      Endpoint endpoint = Endpoint.of(uri);
      Timeout limit = Timeout.of(policy.timeout());
      if (requestProxy == null) {
        NextHop.DIRECT.connect(connector, connection, endpoint, limit);
      } else {
        requestProxy.connect(proxyConnector, connection, endpoint, limit);
      }
      ClassicHttpRequest outgoing = toHttpRequest(request, endpoint);
      if (requestProxy != null) {
        requestProxy.address(outgoing, endpoint);
      }
      connection.send(outgoing);
      return answer(request, connection.receive(outgoing));
    } catch (McpException e) {
      throw e;
    } catch (IOException | HttpException | RuntimeException e) {
      // the library throws unchecked exceptions for some responses, and on a closed connection
      throw failure(request, uri, requestProxy, e, timedOut.get());
    } finally {
      deadline.cancel(false);
    }
  }

  /** Loopback is reached directly: the proxy would resolve it to its own machine. */
  private @Nullable HttpProxy proxyTo(URI uri, AuthRequest request) {
    if (PlainHttp.isLoopback(uri.getHost())) {
      return null;
    }
    HttpProxy requestProxy = proxy == null ? HttpProxy.ofJvm(Endpoint.of(uri)) : proxy;
    if (requestProxy == null) {
      return null;
    }
    String objection = rules.objectionUnresolved(uri.getHost());
    if (objection != null) {
      throw new OAuthException(
          request.description() + " was not asked: the host " + uri.getHost() + " " + objection);
    }
    return requestProxy;
  }

  private static ClassicHttpRequest toHttpRequest(AuthRequest request, Endpoint to) {
    String body = request.body();
    ClassicHttpRequest outgoing =
        new BasicClassicHttpRequest(body == null ? "GET" : "POST", to.target());
    outgoing.setVersion(HttpVersion.HTTP_1_1);
    outgoing.setHeader(HttpHeaders.HOST, to.hostHeader());
    outgoing.setHeader(HttpHeaders.CONNECTION, "close");
    outgoing.setHeader(HttpHeaders.ACCEPT, "application/json");
    outgoing.setHeader(HttpHeaders.ACCEPT_ENCODING, "identity");
    outgoing.setHeader(HttpHeaders.USER_AGENT, "mcp-bridge");
    request.headers().forEach(outgoing::setHeader);
    if (body != null) {
      HttpEntity entity =
          new StringEntity(body, ContentType.create(request.mediaType(), StandardCharsets.UTF_8));
      outgoing.setHeader(HttpHeaders.CONTENT_TYPE, entity.getContentType());
      outgoing.setHeader(HttpHeaders.CONTENT_LENGTH, entity.getContentLength());
      outgoing.setEntity(entity);
    }
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
          request.description() + " answered with more than " + policy.maxBodyBytes() + " bytes");
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

  /** Omits the cause except for its type: its message may quote the server. */
  private McpException failure(
      AuthRequest request,
      URI uri,
      @Nullable HttpProxy requestProxy,
      Exception e,
      boolean timedOut) {
    if (e instanceof AllowedAddresses.ForbiddenAddressException forbidden) {
      return new OAuthException(
          request.description() + " was not asked: " + forbidden.getMessage());
    }
    if (e instanceof ProxyException refusal && refusal.status() > 0) {
      return new McpUnavailableException(
          request.description()
              + " cannot be reached: the proxy "
              + refusal.authority()
              + " does not connect to "
              + uri.getHost()
              + " (HTTP status "
              + refusal.status()
              + ")",
          null);
    }
    String endpoint =
        withAuthority(request.description(), uri)
            + (requestProxy == null ? "" : ", through the proxy " + requestProxy.authority() + ",");
    if (Thread.currentThread().isInterrupted()) {
      return new McpCancelledException(endpoint + ": interrupted while waiting for the answer");
    }
    String problem =
        timedOut || e instanceof InterruptedIOException
            ? " did not answer within " + policy.timeout()
            : " cannot be reached: " + kind(e);
    return new McpUnavailableException(endpoint + problem, null);
  }

  /** Adds the port; the host is not repeated if the description ends with it. */
  private static String withAuthority(String description, URI uri) {
    String authority = uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    return description.endsWith(" " + uri.getHost())
        ? description.substring(0, description.length() - uri.getHost().length()) + authority
        : description + " (" + authority + ")";
  }

  private static String kind(Exception failure) {
    Exception ofProxy = failure instanceof ProxyException proxy ? proxy.problem() : null;
    Exception e = ofProxy == null ? failure : ofProxy;
    boolean refused =
        e instanceof ConnectException && String.valueOf(e.getMessage()).contains("refused");
    return refused ? "connection refused" : e.getClass().getSimpleName();
  }

  /**
   * Resolves a host once, and returns only the addresses that the policy allows. The connection
   * uses one of them, which defeats DNS rebinding.
   */
  private static final class AllowedAddresses implements AddressResolver {

    /** An address that the policy rejects; the message says why. */
    static final class ForbiddenAddressException extends UnknownHostException {
      private static final long serialVersionUID = 1L;

      ForbiddenAddressException(String message) {
        super(message);
      }
    }

    private final UrlRules rules;
    private final AddressResolver resolver;

    AllowedAddresses(UrlRules rules, AddressResolver resolver) {
      this.rules = rules;
      this.resolver = resolver;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      List<InetAddress> allowed = new ArrayList<>();
      String objection = "has no address";
      for (InetAddress address : resolver.resolve(host)) {
        String refusal = rules.objection(host, address);
        if (refusal == null) {
          allowed.add(address);
        } else {
          objection = refusal;
        }
      }
      if (allowed.isEmpty()) {
        throw new ForbiddenAddressException("the host " + host + " " + objection);
      }
      return allowed.toArray(InetAddress[]::new);
    }
  }
}
