package io.mcpbridge.spring.boot.internal.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** {@link WebRoute}s of a servlet application. */
public final class ServletRoutes {

  private ServletRoutes() {}

  /**
   * @param isActive asked for each request
   */
  public static RouterFunction<ServerResponse> of(BooleanSupplier isActive, List<WebRoute> routes) {
    RouterFunctions.Builder all = RouterFunctions.route();
    for (WebRoute route : routes) {
      all.route(
          RequestPredicates.method(route.method()).and(RequestPredicates.path(route.path())),
          request -> response(handle(route, request)));
    }
    return RouterFunctions.nest(request -> isActive.getAsBoolean(), all.build());
  }

  private static WebResponse handle(WebRoute route, ServerRequest request) throws IOException {
    WebResponse refusal = route.refusal(request.headers().firstHeader("Content-Type"));
    if (refusal != null) {
      return refusal;
    }
    byte[] body =
        route.hasBody()
            ? request.servletRequest().getInputStream().readNBytes(WebRoute.MAX_BODY_SIZE + 1)
            : new byte[0];
    return body.length > WebRoute.MAX_BODY_SIZE
        ? WebRoute.TOO_LONG
        : route
            .handler()
            .apply(
                new WebRequest(
                    request.pathVariables(),
                    request.uri().getRawQuery(),
                    request.headers()::firstHeader,
                    new String(body, StandardCharsets.UTF_8)));
  }

  private static ServerResponse response(WebResponse response) {
    ServerResponse.BodyBuilder builder = ServerResponse.status(response.status());
    WebResponse.HEADERS.forEach(builder::header);
    if (response.location() != null) {
      builder.location(response.location());
    }
    return response.contentType() == null
        ? builder.build()
        : builder.contentType(response.contentType()).body(response.bytes());
  }
}
