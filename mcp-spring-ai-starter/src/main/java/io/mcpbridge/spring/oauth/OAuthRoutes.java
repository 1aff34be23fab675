package io.mcpbridge.spring.oauth;

import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.OAuthException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Where users go to give permission, and where they come back to. What they bring is never shown or
 * followed: they are sent to the page of the authorization server, to one path of this application,
 * or told a sentence.
 */
final class OAuthRoutes {

  private static final Logger log = LoggerFactory.getLogger(McpAuthorization.class);

  private final McpAuthorization authorization;
  private final @Nullable String afterwards;

  private OAuthRoutes(McpAuthorization authorization, @Nullable String afterwards) {
    this.authorization = authorization;
    this.afterwards = afterwards;
  }

  /**
   * The routes; none while no server has {@code oauth.grant=web}.
   *
   * @throws InvalidOAuthException if a path is none
   */
  static RouterFunction<ServerResponse> of(
      McpAuthorization authorization, McpOAuthWebProperties properties) {
    OAuthRoutes routes = new OAuthRoutes(authorization, local(properties.afterwards()));
    String callback = path("callback-path", properties.callbackPath());
    String authorize = path("authorize-path", properties.authorizePath());
    return RouterFunctions.route()
        .add(
            RouterFunctions.nest(
                request -> authorization.hasWeb(),
                RouterFunctions.route(
                        RequestPredicates.GET(callback), routes.forServer(routes::callback))
                    .andRoute(
                        RequestPredicates.GET(authorize), routes.forServer(routes::authorize))))
        .build();
  }

  private static String path(String property, String path) {
    if (!path.startsWith("/") || !path.contains("{server}")) {
      throw new InvalidOAuthException(
          "mcp.client.oauth." + property + " is no path with '{server}' in it.",
          "Set a path such as '/mcp/oauth/callback/{server}', or leave it out.");
    }
    return path;
  }

  /** Nobody is sent to another host from here. */
  private static @Nullable String local(@Nullable String path) {
    if (path == null || path.isBlank()) {
      return null;
    }
    if (!path.matches("/(?![/\\\\])[\\x21-\\x7e&&[^\\\\]]*")) {
      throw new InvalidOAuthException(
          "mcp.client.oauth.afterwards is no path of this application.",
          "Set a path that begins with one '/', or leave it out.");
    }
    return path;
  }

  private HandlerFunction<ServerResponse> forServer(
      Function<ServerRequest, ServerResponse> handler) {
    return request -> {
      if (!authorization.isWeb(request.pathVariable("server"))) {
        return told(HttpStatus.NOT_FOUND, "There is nothing here.");
      }
      if (!authorization.isSomebodyKnown()) { // they would give the token of all where it is shared
        return told(HttpStatus.FORBIDDEN, "Please sign in first.");
      }
      try {
        return handler.apply(request);
      } catch (OAuthException e) {
        log.info("A user gave no permission: {}", e.getMessage());
        return told(
            HttpStatus.BAD_REQUEST,
            "Access was not given, or this link is not valid any more. Please begin again.");
      } catch (McpUnavailableException e) {
        log.warn("A user could not be given access: {}", e.getMessage());
        return told(
            HttpStatus.SERVICE_UNAVAILABLE,
            "Whoever gives access does not answer at the moment. Please begin again later.");
      }
    };
  }

  private ServerResponse callback(ServerRequest request) {
    String query = request.uri().getRawQuery();
    authorization.complete(request.pathVariable("server"), query == null ? "" : query);
    return done();
  }

  private ServerResponse authorize(ServerRequest request) {
    URI page = authorization.page(request.pathVariable("server"));
    return page == null ? done() : sent(page);
  }

  private ServerResponse done() {
    return afterwards == null
        ? told(HttpStatus.OK, "Access was given. You can close this page.")
        : sent(URI.create(afterwards));
  }

  private static ServerResponse sent(URI location) {
    return safe(HttpStatus.SEE_OTHER).location(location).build();
  }

  private static ServerResponse told(HttpStatus status, String sentence) {
    return safe(status)
        .contentType(new MediaType("text", "plain", StandardCharsets.UTF_8))
        .body(sentence);
  }

  /** What users come back with stands in the address, and is nobody else's business. */
  private static ServerResponse.BodyBuilder safe(HttpStatus status) {
    return ServerResponse.status(status)
        .header("Cache-Control", "no-store")
        .header("Referrer-Policy", "no-referrer")
        .header("X-Content-Type-Options", "nosniff")
        .header("Content-Security-Policy", "default-src 'none'");
  }
}
