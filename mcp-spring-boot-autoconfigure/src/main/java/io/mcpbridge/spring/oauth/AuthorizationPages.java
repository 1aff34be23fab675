package io.mcpbridge.spring.oauth;

import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.web.WebRequest;
import io.mcpbridge.spring.boot.internal.web.WebResponse;
import io.mcpbridge.spring.boot.internal.web.WebRoute;
import io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.util.HtmlUtils;

/**
 * The responses of the authorize and callback paths. They never echo or follow request data: they
 * redirect to the authorization server or to one path of this application, or contain a fixed
 * sentence and a link back to the application. Blocks.
 */
final class AuthorizationPages {

  /** Redirects the current user to the authorization server. */
  static final String AUTHORIZE_PATH = "/mcp/oauth/authorize/{server}";

  private static final String NOT_NOW =
      "Access cannot be granted at the moment. See the log of this application.";

  private static final Logger log = LoggerFactory.getLogger(McpAuthorization.class);

  private final McpAuthorization authorization;
  private final OAuthServers servers;
  private final String callbackPath;
  private final @Nullable String successUrl;
  private final boolean isReactive;
  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * A redirect, or a page with a sentence and a link.
   *
   * @param location redirect target; may contain a state, so it must not be logged
   * @param link where the page leads back to
   */
  record PageResponse(HttpStatus status, @Nullable URI location, String sentence, String link) {

    static PageResponse sent(URI location) {
      return new PageResponse(HttpStatus.SEE_OTHER, location, "", "");
    }

    static PageResponse page(HttpStatus status, String sentence) {
      return new PageResponse(status, null, sentence, "");
    }

    PageResponse withLink(String target) {
      return new PageResponse(status, location, sentence, target);
    }

    String html() {
      return """
          <!doctype html>
          <html lang="en">
          <meta charset="utf-8">
          <title>Access</title>
          <p>%s</p>
          <p><a href="%s">Back to the application</a></p>
          """
          .formatted(HtmlUtils.htmlEscape(sentence), HtmlUtils.htmlEscape(link));
    }

    WebResponse toResponse() {
      return location == null ? WebResponse.html(status, html()) : WebResponse.redirect(location);
    }

    @Override
    public String toString() {
      return "Answer[" + status + ", " + sentence + "]";
    }
  }

  /**
   * @throws InvalidMcpConfigurationException if a path is invalid
   */
  AuthorizationPages(
      McpAuthorization authorization, McpOAuthWebProperties properties, boolean isReactive) {
    this.authorization = authorization;
    this.servers = authorization.registry();
    this.callbackPath = path(properties.callbackPath());
    this.successUrl = local(properties.successUrl());
    this.isReactive = isReactive;
  }

  private static String path(String path) {
    if (!path.startsWith("/") || !path.contains("{server}")) {
      throw new InvalidMcpConfigurationException(
          "mcp.client.oauth.callback-path must be a path that contains '{server}'.",
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
      throw new InvalidMcpConfigurationException(
          "mcp.client.oauth.success-url is not a path of this application.",
          "Set a path that begins with one '/', or leave it out.");
    }
    return path;
  }

  List<WebRoute> routes() {
    return List.of(
        WebRoute.page(
            callbackPath, request -> callback(server(request), request.query()).toResponse()),
        WebRoute.page(AUTHORIZE_PATH, request -> authorize(server(request)).toResponse()));
  }

  private static String server(WebRequest request) {
    return request.pathVariables().getOrDefault("server", "");
  }

  /** Whether the paths are active: only if a server has {@code auth.oauth2.redirect-uri}. */
  boolean areThere() {
    return servers.hasWeb();
  }

  private PageResponse authorize(String server) {
    return answered(
            server,
            () -> {
              URI page = authorization.page(server);
              return page == null ? done() : PageResponse.sent(page);
            })
        .withLink(back(AUTHORIZE_PATH));
  }

  private PageResponse callback(String server, @Nullable String query) {
    return answered(
            server,
            () -> {
              authorization.complete(server, query == null ? "" : query);
              return done();
            })
        .withLink(back(callbackPath));
  }

  /**
   * The success URL, or the root of this application: relative, since a context path or a proxy may
   * precede it.
   */
  private String back(String path) {
    long depth = path.chars().filter(character -> character == '/').count() - 1;
    return successUrl == null ? "./" + "../".repeat((int) depth) : successUrl;
  }

  private PageResponse done() {
    return successUrl == null
        ? PageResponse.page(HttpStatus.OK, "Access granted. You can close this page.")
        : PageResponse.sent(URI.create(successUrl));
  }

  private PageResponse answered(String server, Supplier<PageResponse> work) {
    if (!servers.isWeb(server)) {
      return PageResponse.page(HttpStatus.NOT_FOUND, "Page not found.");
    }
    try {
      if (!servers.hasCurrentUser()) { // an anonymous visitor could authorize a shared token
        warnOfUnknownUser();
        return PageResponse.page(HttpStatus.FORBIDDEN, "Please sign in first.");
      }
      return work.get();
    } catch (OAuthException e) {
      return refused(server, e);
    } catch (McpUnavailableException e) {
      log.warn("Granting a user access to MCP server \"{}\" failed: {}", server, e.getMessage());
      return PageResponse.page(
          HttpStatus.SERVICE_UNAVAILABLE,
          "The authorization server is not responding. Please try again later.");
    } catch (RuntimeException e) { // such as from a bean or a store
      log.error("Granting a user access to MCP server \"{}\" failed", server, e);
      return PageResponse.page(HttpStatus.INTERNAL_SERVER_ERROR, NOT_NOW);
    }
  }

  /** The application's CurrentUser may not work on the threads of the scheduler. */
  private void warnOfUnknownUser() {
    if (isReactive && warned.compareAndSet(false, true)) {
      log.warn(
          "The authorization page of an MCP server was opened, but there is no current user."
              + " In a reactive application, the current user is the user of Spring Security's"
              + " reactive context, or"
              + " of the bean CurrentUser, called on a thread of Schedulers.boundedElastic()"
              + " (thread locals are propagated there with"
              + " spring.reactor.context-propagation=auto)");
    }
  }

  /** Shows users only denied and expired requests; other failures are for the operator. */
  private static PageResponse refused(String server, OAuthException e) {
    if (e.isDropped() || "access_denied".equals(e.error())) { // RFC 6749, section 4.1.2.1
      log.info("A user did not grant access to MCP server \"{}\": {}", server, e.getMessage());
      return PageResponse.page(
          HttpStatus.BAD_REQUEST,
          "Access was not granted, or this link has expired. Please start again.");
    }
    log.warn(
        "Granting a user access to MCP server \"{}\" failed, without a refusal by the user: {}",
        server,
        e.getMessage());
    return PageResponse.page(HttpStatus.BAD_GATEWAY, NOT_NOW);
  }
}
