package io.mcpbridge.internal.http.call;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.internal.text.HeaderRules;
import io.mcpbridge.internal.text.SecretName;
import io.mcpbridge.internal.text.Secrets;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.jsonrpc.JsonRpcError;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Creates the exceptions for HTTP statuses. Of a body, which may hold anything, only the message of
 * an error is quoted; where credentials are missing or wrong not even that, because it may repeat
 * them.
 */
final class StatusErrors {

  private StatusErrors() {}

  /** A redirect; following it would send credentials to an address that is not configured. */
  static McpException redirected(HttpErrors errors, int status, @Nullable String location) {
    return new McpHttpStatusException(
            errors.operation()
                + " was answered with HTTP status "
                + status
                + ", which points to "
                + host(location)
                + "; redirects are not followed, so set "
                + errors.setting()
                + " to the final address",
            status,
            null,
            null)
        .withSetting(errors.setting());
  }

  /**
   * Any other status without a JSON-RPC response.
   *
   * @param request what was sent; the message does not repeat its secrets
   */
  static McpException refused(
      HttpRequest request,
      HttpErrors errors,
      ErrorStatusResponse errorStatusResponse,
      @Nullable String contentType,
      @Nullable String challenge,
      @Nullable String retryAfter) {
    int status = errorStatusResponse.status();
    String message =
        request.getMethod()
            + " of "
            + errors.operation()
            + " was answered with HTTP status "
            + status
            + " ("
            + ServerMessageText.shown(contentType)
            + ", "
            + errorStatusResponse.body().length()
            + " characters)"
            + words(errorStatusResponse, contentType, secrets(request, errors))
            + "; "
            + advice(
                errors.setting(),
                status,
                request.containsHeader(HttpHeaders.AUTHORIZATION),
                retryAfter);
    return McpHttpStatusException.of(message, status, challenge, retryAfter)
        .withSetting(setting(errors.setting(), status));
  }

  private static String words(
      ErrorStatusResponse errorStatusResponse, @Nullable String type, Secrets secrets) {
    JsonRpcError error = errorStatusResponse.error();
    String text = error == null ? "" : error.message();
    if (error == null && isExplained(errorStatusResponse.status())) {
      text = ErrorBody.message(errorStatusResponse.body(), type);
    }
    return text.isBlank() || errorStatusResponse.status() == 401
        ? ""
        : "; the server says: \"" + ServerText.line(secrets.mask(text)) + "\"";
  }

  /** What was sent, and is not the protocol's: any configured header may be a secret. */
  private static Secrets secrets(HttpRequest request, HttpErrors errors) {
    List<String> values = new ArrayList<>(errors.endpoint().secrets());
    for (Header header : request.getHeaders()) {
      String name = header.getName();
      boolean isPublic =
          HeaderRules.isProtocols(name) || name.equalsIgnoreCase(HttpHeaders.USER_AGENT);
      if (header.getValue() != null && (!isPublic || SecretName.isHeader(name))) {
        values.add(header.getValue());
      }
    }
    return Secrets.of(values);
  }

  /**
   * Whether servers and gateways say in a few words why they refuse: a rule, a limit, an outage.
   */
  private static boolean isExplained(int status) {
    return status == 403 || status == 429 || status == 503;
  }

  private static String advice(
      String setting, int status, boolean authorized, @Nullable String retryAfter) {
    String later =
        retryAfter == null
            ? ""
            : ", the server asks to wait: " + ServerMessageText.shown(retryAfter);
    return switch (status) {
      case 401 ->
          authorized
              ? "check the credentials or the Authorization in the setting headers"
              : "no Authorization was sent; set it in the setting headers, or configure"
                  + " credentials";
      case 403 -> "these credentials do not permit this; check them and the setting headers";
      case 404, 405, 410 -> "check the path in the setting " + setting;
      case 407 -> "a proxy requires credentials, or different ones; check the setting proxy";
      case 408, 425, 429 -> "try again later" + later;
      case 413, 431 -> "the request is larger than the server allows";
      default ->
          status >= 500
              ? "the server failed"
                  + later
                  + "; is the setting "
                  + setting
                  + " that of an MCP endpoint?"
              : "check the settings " + setting + " and headers";
    };
  }

  private static @Nullable String setting(String setting, int status) {
    return switch (status) {
      case 401, 403 -> "headers";
      case 407 -> "proxy";
      case 408, 413, 425, 429, 431 -> null;
      default -> setting;
    };
  }

  private static String host(@Nullable String location) {
    if (location == null) {
      return "nowhere";
    }
    try {
      String host = URI.create(location).getHost();
      return host == null
          ? "another path on the same host"
          : "the host " + ServerMessageText.shown(host);
    } catch (IllegalArgumentException notAUrl) {
      return "something that is not a URL";
    }
  }
}
