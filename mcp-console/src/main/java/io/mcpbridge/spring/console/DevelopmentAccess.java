package io.mcpbridge.spring.console;

import io.mcpbridge.spring.boot.internal.approval.ApprovalRoutes;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import io.mcpbridge.spring.boot.internal.web.WebResponse;
import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.util.ClassUtils;

/**
 * Lets the developer in: requests from this machine, addressed to it by a name that no other site
 * can have (against DNS rebinding), with the token that the log shows.
 */
final class DevelopmentAccess implements ConsoleAccess {

  /** Not a cookie: browsers send it only from the page itself. */
  static final String TOKEN_HEADER = "Mcp-Console-Token";

  private static final Pattern LOOPBACK_HOST =
      Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");

  private static final WebResponse OTHER_MACHINE =
      WebResponse.problem(
          HttpStatus.FORBIDDEN,
          "In development, the console answers only requests from this machine to localhost."
              + " Elsewhere, set mcp.client.console.enabled and mcp.client.console.authority.");

  private static final WebResponse NO_TOKEN =
      WebResponse.problem(
          HttpStatus.UNAUTHORIZED,
          "The token is missing or of an earlier start; the log shows the current one after"
              + " \"MCP console\".");

  private static final boolean HAS_SECURITY =
      ClassUtils.isPresent(
          "org.springframework.security.core.context.SecurityContextHolder",
          DevelopmentAccess.class.getClassLoader());

  private final String token = newToken();

  private static String newToken() {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  @Override
  public @Nullable WebResponse refusal(WebRequest request) {
    InetAddress client = request.remoteAddress();
    String host = Objects.toString(request.header().apply("Host"), "").toLowerCase(Locale.ROOT);
    return client != null && client.isLoopbackAddress() && LOOPBACK_HOST.matcher(host).matches()
        ? null
        : OTHER_MACHINE;
  }

  @Override
  public @Nullable WebResponse refusalOfData(WebRequest request) {
    WebResponse refusal = refusal(request);
    return refusal != null || hasToken(request) ? refusal : NO_TOKEN;
  }

  private boolean hasToken(WebRequest request) {
    String sent = Objects.toString(request.header().apply(TOKEN_HEADER), "");
    return MessageDigest.isEqual(
        sent.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String mode() {
    return "development";
  }

  @Override
  public @Nullable String user() {
    return HAS_SECURITY ? SignedInUser.name() : null;
  }

  /** The developer decides for all users. */
  @Override
  public ApprovalRoutes.User approver(@Nullable Object currentUser) {
    return new ApprovalRoutes.User(currentUser == null ? "developer" : currentUser, true);
  }

  @Override
  public String fragment() {
    return "#token=" + token;
  }
}
