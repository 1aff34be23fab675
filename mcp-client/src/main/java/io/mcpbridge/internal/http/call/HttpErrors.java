package io.mcpbridge.internal.http.call;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpCredentialsTimeoutException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.http.connection.ConnectionPool;
import io.mcpbridge.internal.http.connection.Endpoint;
import io.mcpbridge.internal.http.connection.ProxyException;
import io.mcpbridge.internal.message.UnusableMessage;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.transport.Deadline;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.time.Duration;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.jspecify.annotations.Nullable;

/**
 * Creates the exceptions of the HTTP transports: what was tried, what was received, which setting
 * may help.
 *
 * @param endpoint the server
 * @param connectTimeout timeout for TCP connect and TLS handshake
 * @param subject what was sent: the method, or {@code a response}
 * @param setting the setting that holds the endpoint's URL
 */
public record HttpErrors(
    Endpoint endpoint, Duration connectTimeout, String subject, String setting) {

  /** The JDK's message for a response that is not TLS, such as plain HTTP. */
  private static final String NO_TLS = "Unsupported or unrecognized SSL message";

  /** The attempt was canceled. */
  McpException ended(
      HttpAttempt.State reason, Deadline deadline, boolean sent, @Nullable Exception cause) {
    return switch (reason) {
      case TIMED_OUT ->
          new McpTimeoutException(
              (sent ? "no answer to " + operation() : operation() + " could not be sent")
                  + " within "
                  + deadline.described(),
              cause);
      case INTERRUPTED ->
          new McpCancelledException("the thread was interrupted during " + operation(), cause);
      case ABANDONED -> new McpCancelledException(operation() + " was cancelled", cause);
      case CLOSED ->
          sent
              ? new McpConnectionLostException(
                  "the channel was closed during " + operation(), cause)
              : notSentAsClosed(cause);
      case OPEN, RELEASED ->
          new McpConnectionLostException("the exchange is over: " + operation(), cause);
    };
  }

  /** The wait for credentials was canceled. */
  McpException endedWaiting(
      HttpAttempt.State reason, Deadline deadline, String awaited, @Nullable Exception cause) {
    if (reason != HttpAttempt.State.TIMED_OUT) {
      return ended(reason, deadline, false, cause);
    }
    return new McpCredentialsTimeoutException(
        operation()
            + " was not made within "
            + deadline.described()
            + ": still waiting for "
            + awaited,
        cause);
  }

  /** The channel is closed. */
  public McpConnectException notSentAsClosed() {
    return notSentAsClosed(null);
  }

  private McpConnectException notSentAsClosed(@Nullable Exception cause) {
    return new McpConnectException(operation() + " was not sent: the channel was closed", cause);
  }

  /** The session ended before anything was sent. */
  public McpConnectException notSentAsEnded(McpException end) {
    return new McpConnectException(operation() + " was not sent: " + end.reason(), end);
  }

  /** Connecting failed, so nothing was sent. */
  McpException notConnected(Exception e) {
    String problem;
    String settingName = setting;
    if (e instanceof ProxyException proxy) {
      settingName = "proxy";
      problem =
          proxy.problem() == null
              ? proxy.getMessage() + settingHint(settingName)
              : problem(
                  proxy.problem(), proxy.host(), "the proxy " + proxy.authority(), settingName);
    } else {
      problem = problem(e, endpoint.uri().getHost(), endpoint.authority(), setting);
      settingName = isUntrusted(e) ? "ssl-bundle" : setting;
    }
    return new McpConnectException(operation() + " was not sent; " + problem, e)
        .withSetting(settingName);
  }

  /** Whether this JVM does not trust the certificate; a wrong host name is no such failure. */
  private static boolean isUntrusted(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertPathBuilderException
          || cause instanceof CertPathValidatorException) {
        return true;
      }
    }
    return false;
  }

  private String problem(Exception e, String host, String authority, String settingName) {
    if (e instanceof UnknownHostException) {
      return "the host name " + host + " is not known" + settingHint(settingName);
    } else if (e instanceof SocketTimeoutException) {
      return authority
          + " did not accept a connection within "
          + Deadline.after(connectTimeout, ConnectionPool.CONNECT_TIMEOUT).described()
          + "; is it the right address (setting: "
          + settingName
          + ")?";
    } else if (e instanceof SSLException && text(e).contains(NO_TLS)) {
      return "no TLS with "
          + authority
          + ": the peer does not speak TLS; if it speaks plain HTTP, start the URL with http://"
          + settingHint(settingName);
    } else if (e instanceof SSLException) {
      return "no TLS with "
          + authority
          + ": "
          + text(e)
          + " (settings: "
          + settingName
          + ", ssl-bundle, and which certificates this JVM trusts)";
    } else if (e instanceof ConnectException && text(e).contains("refused")) {
      return "nothing listens at " + authority + ": connection refused" + settingHint(settingName);
    }
    return "no connection to " + authority + ": " + text(e) + settingHint(settingName);
  }

  /** The connection broke after the request was sent. */
  McpException connectionLost(Exception e) {
    if (e instanceof HttpException
        || e instanceof MessageConstraintException
        || e instanceof ZipException) {
      return new McpProtocolException(
              "the response to "
                  + operation()
                  + " is not valid HTTP/1.1: "
                  + text(e)
                  + settingHint(),
              e)
          .withSetting(setting);
    }
    return new McpConnectionLostException(
        e instanceof NoHttpResponseException
            ? "the server closed the connection without an answer to " + operation()
            : "the connection broke during " + operation() + ": " + text(e),
        e);
  }

  /** The HTTP response ended without a JSON-RPC response. */
  public McpException noResponse(String ending) {
    return new McpConnectionLostException(ending + " without the response to " + operation());
  }

  /** The response ended too early and cannot be resumed. */
  public McpConnectionLostException responseLost(String reason, @Nullable Exception cause) {
    return new McpConnectionLostException(
        "the answer to " + operation() + " is lost: its event stream was cut, and " + reason,
        cause);
  }

  /** The response violates the protocol. */
  public McpException notProtocol(String problem) {
    return new McpProtocolException(operation() + " was answered with " + problem + settingHint())
        .withSetting(setting);
  }

  /** The response belongs to another request, as from a proxy that mixes up connections. */
  public McpException wrongResponse() {
    return notProtocol("the response to another request");
  }

  /** The response is unusable JSON. */
  public McpException notMessage(JsonException e) {
    return UnusableMessage.as("the answer to " + operation(), e);
  }

  /** {@code tools/call to https://example.com/mcp}. */
  public String operation() {
    return subject + " to " + endpoint.address();
  }

  private String settingHint() {
    return settingHint(setting);
  }

  private static String settingHint(String setting) {
    return " (setting: " + setting + ")";
  }

  private static String text(Exception e) {
    String message = e.getMessage();
    return message == null || message.isEmpty()
        ? e.getClass().getSimpleName()
        : ServerMessageText.shown(message);
  }
}
