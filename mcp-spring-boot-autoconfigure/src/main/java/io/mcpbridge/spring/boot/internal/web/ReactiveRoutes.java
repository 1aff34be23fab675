package io.mcpbridge.spring.boot.internal.web;

import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * {@link WebRoute}s of a reactive application. They may block, so they run on the bounded elastic
 * scheduler, with the user of the reactive security context as the current user.
 */
public final class ReactiveRoutes {

  private static final boolean HAS_SECURITY =
      ClassUtils.isPresent(
          "org.springframework.security.core.context.ReactiveSecurityContextHolder",
          ReactiveRoutes.class.getClassLoader());

  private static final boolean HAS_CSRF =
      ClassUtils.isPresent(
          "org.springframework.security.web.server.csrf.CsrfToken",
          ReactiveRoutes.class.getClassLoader());

  private ReactiveRoutes() {}

  /**
   * @param isActive asked for each request
   */
  public static RouterFunction<ServerResponse> of(BooleanSupplier isActive, List<WebRoute> routes) {
    RouterFunctions.Builder all = RouterFunctions.route();
    for (WebRoute route : routes) {
      all.route(
          RequestPredicates.method(route.method()).and(RequestPredicates.path(route.path())),
          request -> handle(route, request).flatMap(ReactiveRoutes::response));
    }
    return RouterFunctions.nest(request -> isActive.getAsBoolean(), all.build());
  }

  private static Mono<WebResponse> handle(WebRoute route, ServerRequest request) {
    WebResponse refusal = route.refusal(request.headers()::firstHeader);
    if (refusal != null) {
      return Mono.just(refusal);
    }
    return (route.hasBody() ? body(request) : Mono.just(""))
        .flatMap(body -> handle(route, request, body))
        .onErrorReturn(DataBufferLimitException.class, WebRoute.TOO_LONG);
  }

  private static Mono<String> body(ServerRequest request) {
    return DataBufferUtils.join(request.bodyToFlux(DataBuffer.class), WebRoute.MAX_BODY_SIZE)
        .map(
            buffer -> {
              String body = buffer.toString(StandardCharsets.UTF_8);
              DataBufferUtils.release(buffer);
              return body;
            })
        .defaultIfEmpty("");
  }

  /** Only for the route that needs it: it makes a session. Routes may block. */
  private static WebRequest.@Nullable CsrfHeader csrfHeader(ServerRequest request) {
    return HAS_CSRF ? Csrf.header(request).block() : null;
  }

  /** A separate class, because the class it uses may be absent. */
  private static final class Csrf {

    static Mono<WebRequest.CsrfHeader> header(ServerRequest request) {
      return request.exchange().getAttribute(CsrfToken.class.getName()) instanceof Mono<?> token
          ? token
              .ofType(CsrfToken.class)
              .map(csrf -> new WebRequest.CsrfHeader(csrf.getHeaderName(), csrf.getToken()))
          : Mono.empty();
    }
  }

  private static Mono<WebResponse> handle(WebRoute route, ServerRequest request, String body) {
    WebRequest webRequest =
        new WebRequest(
            request.pathVariables(),
            request.uri().getRawQuery(),
            request.headers()::firstHeader,
            request.remoteAddress().map(InetSocketAddress::getAddress).orElse(null),
            () -> csrfHeader(request),
            body);
    Supplier<WebResponse> work = () -> route.handler().apply(webRequest);
    return HAS_SECURITY ? Signed.response(work) : blocking(work);
  }

  private static Mono<WebResponse> blocking(Supplier<WebResponse> work) {
    return Mono.fromSupplier(work).subscribeOn(Schedulers.boundedElastic());
  }

  /** A separate class, because the classes it uses may be absent. */
  private static final class Signed {

    static Mono<WebResponse> response(Supplier<WebResponse> work) {
      return ReactiveSecurityContextHolder.getContext()
          .mapNotNull(SecurityContext::getAuthentication)
          .map(user -> (Supplier<WebResponse>) () -> SignedInUser.as(user, work))
          .defaultIfEmpty(work)
          .flatMap(ReactiveRoutes::blocking);
    }
  }

  private static Mono<ServerResponse> response(WebResponse response) {
    ServerResponse.BodyBuilder builder = ServerResponse.status(response.status());
    response.headers().forEach(builder::header);
    if (response.events() != null) {
      return builder.body(BodyInserters.fromServerSentEvents(events(response.events())));
    }
    return response.contentType() == null
        ? builder.build()
        : builder.contentType(response.contentType()).bodyValue(response.bytes());
  }

  private static Flux<ServerSentEvent<String>> events(Consumer<EventWriter> opened) {
    return Flux.create(sink -> opened.accept(new SinkWriter(sink)));
  }

  /** Reactor's. */
  private record SinkWriter(FluxSink<ServerSentEvent<String>> events) implements EventWriter {

    @Override
    public boolean isReady() {
      return events.requestedFromDownstream() > 0;
    }

    @Override
    public void write(String data) {
      ServerSentEvent.Builder<String> event = ServerSentEvent.builder();
      events.next((data.isEmpty() ? event.comment("") : event.data(data)).build());
    }

    @Override
    public void end() {
      events.complete();
    }

    @Override
    public void onEnd(Runnable action) {
      events.onDispose(action::run);
    }
  }
}
