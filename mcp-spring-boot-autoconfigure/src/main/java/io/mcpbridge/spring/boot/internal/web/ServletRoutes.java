package io.mcpbridge.spring.boot.internal.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.util.ClassUtils;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** {@link WebRoute}s of a servlet application. */
public final class ServletRoutes {

  private static final boolean HAS_CSRF =
      ClassUtils.isPresent(
          "org.springframework.security.web.csrf.CsrfToken", ServletRoutes.class.getClassLoader());

  /** The writer ends a stream; this is for one that is forgotten. */
  private static final Duration MAX_STREAM_TIME = Duration.ofHours(1);

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
    WebResponse refusal = route.refusal(request.headers()::firstHeader);
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
                    request.remoteAddress().map(InetSocketAddress::getAddress).orElse(null),
                    () -> csrfHeader(request),
                    new String(body, StandardCharsets.UTF_8)));
  }

  private static WebRequest.@Nullable CsrfHeader csrfHeader(ServerRequest request) {
    return HAS_CSRF ? Csrf.header(request) : null;
  }

  /** A separate class, because the class it uses may be absent. */
  private static final class Csrf {

    static WebRequest.@Nullable CsrfHeader header(ServerRequest request) {
      return request.attribute(CsrfToken.class.getName()).orElse(null) instanceof CsrfToken csrf
          ? new WebRequest.CsrfHeader(csrf.getHeaderName(), csrf.getToken())
          : null;
    }
  }

  private static ServerResponse response(WebResponse response) {
    if (response.events() != null) {
      return events(response, response.events());
    }
    ServerResponse.BodyBuilder builder = ServerResponse.status(response.status());
    response.headers().forEach(builder::header);
    return response.contentType() == null
        ? builder.build()
        : builder.contentType(response.contentType()).body(response.bytes());
  }

  private static ServerResponse events(WebResponse response, Consumer<EventWriter> opened) {
    return new WithHeaders(
        ServerResponse.sse(builder -> opened.accept(new SseWriter(builder)), MAX_STREAM_TIME),
        response.headers());
  }

  /** Spring's stream takes no headers. */
  private record WithHeaders(ServerResponse events, Map<String, String> additionalHeaders)
      implements ServerResponse {

    @Override
    public HttpStatusCode statusCode() {
      return events.statusCode();
    }

    /** Is part of the interface before Spring 7. */
    @Override
    @Deprecated
    public int rawStatusCode() {
      return events.statusCode().value();
    }

    @Override
    public HttpHeaders headers() {
      return events.headers();
    }

    @Override
    public MultiValueMap<String, Cookie> cookies() {
      return events.cookies();
    }

    @Override
    public @Nullable ModelAndView writeTo(
        HttpServletRequest request, HttpServletResponse response, Context context)
        throws ServletException, IOException {
      additionalHeaders.forEach(response::setHeader);
      return events.writeTo(request, response, context);
    }
  }

  /** Spring's. */
  private record SseWriter(ServerResponse.SseBuilder events) implements EventWriter {

    /** Not known: writing waits. */
    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void write(String data) throws IOException {
      if (data.isEmpty()) {
        events.comment("").send();
      } else {
        events.send(data);
      }
    }

    @Override
    public void end() {
      events.complete();
    }

    @Override
    public void onEnd(Runnable action) {
      events.onComplete(action).onError(failure -> action.run()).onTimeout(action);
    }
  }
}
