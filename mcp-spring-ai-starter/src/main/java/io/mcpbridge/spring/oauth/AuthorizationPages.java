package io.mcpbridge.spring.oauth;

import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.OAuthException;
import java.net.URI;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/**
 * The responses of the authorize and callback paths. They never echo or follow request data: they
 * redirect to the authorization server or to one path of this application, or contain a fixed
 * sentence. Blocks.
 */
final class AuthorizationPages {

  /** The callback URL contains the authorization code, which must not leak. */
  static final Map<String, String> HEADERS =
      Map.of(
          "Cache-Control", "no-store",
          "Referrer-Policy", "no-referrer",
          "X-Content-Type-Options", "nosniff",
          "Content-Security-Policy", "default-src 'none'");

  private static final String NOT_NOW =
      "Access cannot be given at the moment. The log of this application says why.";

  private static final Logger log = LoggerFactory.getLogger(McpAuthorization.class);

  private final McpAuthorization authorization;
  private final String callbackPath;
  private final String authorizePath;
  private final @Nullable String afterwards;

  /**
   * A redirect, or a response with a sentence.
   *
   * @param location redirect target; may contain a state, so it must not be logged
   */
  record PageResponse(HttpStatus status, @Nullable URI location, String sentence) {

    static PageResponse sent(URI location) {
      return new PageResponse(HttpStatus.SEE_OTHER, location, "");
    }

    static PageResponse told(HttpStatus status, String sentence) {
      return new PageResponse(status, null, sentence);
    }

    @Override
    public String toString() {
      return "Answer[" + status + ", " + sentence + "]";
    }
  }

  /**
   * @throws InvalidOAuthException if a path is invalid
   */
  AuthorizationPages(McpAuthorization authorization, McpOAuthWebProperties properties) {
    this.authorization = authorization;
    this.callbackPath = path("callback-path", properties.callbackPath());
    this.authorizePath = path("authorize-path", properties.authorizePath());
    this.afterwards = local(properties.successUrl());
  }

  private static String path(String property, String path) {
    if (!path.startsWith("/") || !path.contains("{server}")) {
      throw new InvalidOAuthException(
          "mcp.client.oauth." + property + " is no path with '{server}' in it.",
          "Set a path such as '/mcp/oauth/callback/{server}', or leave it out.");
    }
    return path;
  }

  /** Only a path of this application, so that it is no open redirect. */
  private static @Nullable String local(@Nullable String path) {
    if (path == null || path.isBlank()) {
      return null;
    }
    if (!path.matches("/(?![/\\\\])[\\x21-\\x7e&&[^\\\\]]*")) {
      throw new InvalidOAuthException(
          "mcp.client.oauth.success-url is no path of this application.",
          "Set a path that begins with one '/', or leave it out.");
    }
    return path;
  }

  String callbackPath() {
    return callbackPath;
  }

  String authorizePath() {
    return authorizePath;
  }

  /** Whether the paths are active: only if a server has {@code oauth.grant=web}. */
  boolean areThere() {
    return authorization.hasWeb();
  }

  PageResponse authorize(String server) {
    return answered(
        server,
        () -> {
          URI page = authorization.page(server);
          return page == null ? done() : PageResponse.sent(page);
        });
  }

  PageResponse callback(String server, @Nullable String query) {
    return answered(
        server,
        () -> {
          authorization.complete(server, query == null ? "" : query);
          return done();
        });
  }

  private PageResponse done() {
    return afterwards == null
        ? PageResponse.told(HttpStatus.OK, "Access was given. You can close this page.")
        : PageResponse.sent(URI.create(afterwards));
  }

  private PageResponse answered(String server, Supplier<PageResponse> work) {
    if (!authorization.isWeb(server)) {
      return PageResponse.told(HttpStatus.NOT_FOUND, "There is nothing here.");
    }
    try {
      if (!authorization.isSomebodyKnown()) { // an anonymous visitor could authorize a shared token
        return PageResponse.told(HttpStatus.FORBIDDEN, "Please sign in first.");
      }
      return work.get();
    } catch (OAuthException e) {
      return refused(server, e);
    } catch (McpUnavailableException e) {
      log.warn("A user could not be given access to MCP server \"{}\": {}", server, e.getMessage());
      return PageResponse.told(
          HttpStatus.SERVICE_UNAVAILABLE,
          "The authorization server is not responding. Please try again later.");
    } catch (RuntimeException e) { // such as from a bean or a store
      log.error("A user could not be given access to MCP server \"{}\"", server, e);
      return PageResponse.told(HttpStatus.INTERNAL_SERVER_ERROR, NOT_NOW);
    }
  }

  /** Shows users only denied and expired requests; other failures are for the operator. */
  private static PageResponse refused(String server, OAuthException e) {
    if (e.isDropped() || "access_denied".equals(e.error())) { // RFC 6749, section 4.1.2.1
      log.info("A user gave no permission for MCP server \"{}\": {}", server, e.getMessage());
      return PageResponse.told(
          HttpStatus.BAD_REQUEST,
          "Access was not given, or this link is not valid any more. Please begin again.");
    }
    log.warn(
        "A user could not be given access to MCP server \"{}\", which is no refusal of theirs: {}",
        server,
        e.getMessage());
    return PageResponse.told(HttpStatus.BAD_GATEWAY, NOT_NOW);
  }
}
