package io.mcpbridge.internal.http.call;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.text.HeaderRules;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import io.mcpbridge.transport.Outbound;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.BasicLineFormatter;
import org.apache.hc.core5.http.message.BufferedHeader;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.jspecify.annotations.Nullable;

/** Creates the HTTP requests of one transport and sets all their headers. */
public final class RequestFactory {

  /** The version of HTTP of every request. */
  public static final String HTTP_VERSION = "1.1";

  private static final Header ACCEPT =
      formatted(HttpHeaders.ACCEPT, "application/json, text/event-stream");
  private static final Header EVENTS = formatted(HttpHeaders.ACCEPT, "text/event-stream");
  private static final Header IDENTITY = formatted(HttpHeaders.ACCEPT_ENCODING, "identity");
  private static final Header JSON = formatted(HttpHeaders.CONTENT_TYPE, "application/json");
  private static final Header USER_AGENT = formatted(HttpHeaders.USER_AGENT, "mcp-bridge");
  private static final byte[] NO_BODY = new byte[0];

  private final Endpoint endpoint;
  private final Header host;
  private final Header[] configured;
  private final SuppliedHeaders supplied;
  private final Credentials credentials;
  private final PlaintextTokenWarning plaintextWarning;

  /**
   * @param supplied headers with a value per request
   */
  public RequestFactory(
      Endpoint endpoint,
      Map<String, String> configured,
      Map<String, Supplier<? extends @Nullable String>> supplied,
      Credentials credentials) {
    this(
        endpoint,
        configured,
        new SuppliedHeaders(new LinkedHashMap<>(supplied), endpoint.authority()),
        credentials,
        new PlaintextTokenWarning(endpoint));
  }

  private RequestFactory(
      Endpoint endpoint,
      Map<String, String> configured,
      SuppliedHeaders supplied,
      Credentials credentials,
      PlaintextTokenWarning plaintextWarning) {
    this(
        endpoint,
        configured.entrySet().stream()
            .map(header -> formatted(header.getKey(), header.getValue()))
            .toArray(Header[]::new),
        supplied,
        new CheckedCredentials(credentials, endpoint.authority(), plaintextWarning),
        plaintextWarning);
    configured.keySet().forEach(plaintextWarning::sent);
  }

  private RequestFactory(
      Endpoint endpoint,
      Header[] configured,
      SuppliedHeaders supplied,
      Credentials credentials,
      PlaintextTokenWarning plaintextWarning) {
    this.endpoint = endpoint;
    this.host = formatted(HttpHeaders.HOST, endpoint.hostHeader());
    this.configured = configured;
    this.supplied = supplied;
    this.credentials = credentials;
    this.plaintextWarning = plaintextWarning;
  }

  /** The same for another endpoint of the server. */
  public RequestFactory withEndpoint(Endpoint endpoint) {
    return new RequestFactory(endpoint, configured, supplied, credentials, plaintextWarning);
  }

  public Endpoint endpoint() {
    return endpoint;
  }

  /** A POST of the message; asks for credentials on this thread, each time it is called. */
  public ClassicHttpRequest post(
      Outbound message, byte[] body, Session session, WaitContext waitContext) {
    ClassicHttpRequest request = request("POST");
    request.addHeader(ACCEPT);
    request.addHeader(JSON);
    request.addHeader(new BasicHeader(HttpHeaders.CONTENT_LENGTH, body.length));
    message
        .headers()
        .forEach(
            (name, value) -> {
              HeaderRules.check(name, value);
              request.addHeader(new BasicHeader(name, value));
            });
    setHeaders(request, message.callHeaders());
    session.join(request, message);
    request.setEntity(new ByteArrayEntity(body, null)); // its type is a header already
    addCredentials(request, body, waitContext);
    return request;
  }

  /**
   * A GET of an event stream; asks for credentials on this thread.
   *
   * @param lastEventId the event to resume after, or {@code null} for a new stream
   * @param callHeaders those of the call whose response is resumed
   */
  public ClassicHttpRequest get(
      @Nullable String lastEventId,
      Map<String, String> callHeaders,
      Session session,
      WaitContext waitContext) {
    ClassicHttpRequest request = request("GET");
    request.addHeader(EVENTS);
    if (lastEventId != null) {
      request.addHeader(new BasicHeader("Last-Event-ID", lastEventId));
    }
    setHeaders(request, callHeaders);
    session.join(request);
    addCredentials(request, NO_BODY, waitContext);
    return request;
  }

  /** The DELETE of a session, if there is one to end; without credentials yet. */
  public Optional<ClassicHttpRequest> delete(Session session) {
    ClassicHttpRequest request = request("DELETE");
    return session.terminate(request) ? Optional.of(request) : Optional.empty();
  }

  /** Adds supplied headers and credentials to a DELETE; asks for them on this thread. */
  public void authenticate(ClassicHttpRequest request, WaitContext waitContext) {
    setHeaders(request, Map.of());
    addCredentials(request, NO_BODY, waitContext);
  }

  public @Nullable Object principal() {
    return supplied.principal(credentials.principal());
  }

  boolean renewed(Challenge challenge) {
    return credentials.renew(challenge);
  }

  /** A header of many requests, which is formatted only once. */
  private static Header formatted(String name, String value) {
    CharArrayBuffer line = new CharArrayBuffer(name.length() + value.length() + 2);
    BasicLineFormatter.INSTANCE.formatHeader(line, new BasicHeader(name, value));
    return BufferedHeader.create(line);
  }

  private ClassicHttpRequest request(String method) {
    // the shorter constructor would parse the target again
    ClassicHttpRequest request = new BasicClassicHttpRequest(method, null, null, endpoint.target());
    request.setVersion(HttpVersion.HTTP_1_1);
    request.addHeader(host);
    request.addHeader(USER_AGENT);
    request.addHeader(IDENTITY);
    for (Header header : configured) {
      request.setHeader(header);
    }
    return request;
  }

  private void setHeaders(ClassicHttpRequest request, Map<String, String> callHeaders) {
    set(request, supplied.current(callHeaders.keySet()));
    set(request, callHeaders);
  }

  private void set(ClassicHttpRequest request, Map<String, String> headers) {
    for (Map.Entry<String, String> header : headers.entrySet()) {
      plaintextWarning.sent(header.getKey());
      request.setHeader(new BasicHeader(header.getKey(), header.getValue()));
    }
  }

  private void addCredentials(ClassicHttpRequest request, byte[] body, WaitContext waitContext) {
    credentials
        .headersFor(new OutgoingRequest(request.getMethod(), endpoint.uri(), body, waitContext))
        .forEach((name, value) -> request.setHeader(new BasicHeader(name, value)));
  }

  /**
   * Headers with a value per request.
   *
   * @param authority host and port of the server, for messages
   */
  private record SuppliedHeaders(
      Map<String, Supplier<? extends @Nullable String>> suppliers, String authority) {

    /** The current headers, without those that the call sets. */
    Map<String, String> current(Set<String> ofCall) {
      Map<String, String> headers = new LinkedHashMap<>();
      suppliers.forEach(
          (name, supplier) -> {
            String value =
                ofCall.stream().anyMatch(name::equalsIgnoreCase) ? null : value(name, supplier);
            if (value != null) {
              headers.put(name, value);
            }
          });
      return headers;
    }

    private @Nullable String value(String name, Supplier<? extends @Nullable String> supplier) {
      String subject = "the supplier of the header " + name + " for " + authority;
      String value;
      try {
        value = supplier.get();
      } catch (McpException e) {
        throw e;
      } catch (RuntimeException e) {
        throw new McpException(subject + " failed with " + e.getClass().getSimpleName(), e);
      }
      try {
        HeaderRules.check(name, value == null ? "" : value);
      } catch (IllegalArgumentException e) {
        throw new McpException(subject + " returned an unusable value: " + e.getMessage(), e);
      }
      return value;
    }

    /**
     * Adds the digest of the values to the principal of the credentials, since the server may
     * answer each value differently.
     */
    @Nullable Object principal(@Nullable Object principal) {
      if (principal == null || suppliers.isEmpty()) {
        return principal;
      }
      try {
        return List.of(principal, Sha256.of(Json.write(current(Set.of()))));
      } catch (RuntimeException unknown) {
        return null; // the request reports the failure
      }
    }
  }
}
