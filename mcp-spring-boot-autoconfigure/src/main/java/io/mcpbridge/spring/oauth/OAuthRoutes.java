package io.mcpbridge.spring.oauth;

import io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** The {@link AuthorizationPages} of a servlet application. */
final class OAuthRoutes {

  private OAuthRoutes() {}

  /**
   * The routes; inactive while no server has {@code auth.oauth2.redirect-uri}.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if a
   *     path is invalid
   */
  static RouterFunction<ServerResponse> of(
      McpAuthorization authorization, McpOAuthWebProperties properties) {
    AuthorizationPages pages = new AuthorizationPages(authorization, properties);
    return RouterFunctions.nest(
        request -> pages.areThere(),
        RouterFunctions.route(
                RequestPredicates.GET(pages.callbackPath()),
                request ->
                    response(
                        pages.callback(
                            request.pathVariable("server"), request.uri().getRawQuery())))
            .andRoute(
                RequestPredicates.GET(AuthorizationPages.AUTHORIZE_PATH),
                request -> response(pages.authorize(request.pathVariable("server")))));
  }

  private static ServerResponse response(AuthorizationPages.PageResponse pageResponse) {
    ServerResponse.BodyBuilder response = ServerResponse.status(pageResponse.status());
    AuthorizationPages.HEADERS.forEach(response::header);
    return pageResponse.location() == null
        ? response
            .contentType(new MediaType("text", "html", StandardCharsets.UTF_8))
            .body(pageResponse.html())
        : response.location(pageResponse.location()).build();
  }
}
