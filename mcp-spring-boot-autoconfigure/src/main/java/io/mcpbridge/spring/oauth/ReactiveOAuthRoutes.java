package io.mcpbridge.spring.oauth;

import io.mcpbridge.spring.oauth.AuthorizationPages.PageResponse;
import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import io.mcpbridge.spring.oauth.settings.McpOAuthWebProperties;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The {@link AuthorizationPages} of a reactive application. They block, so they run on the bounded
 * elastic scheduler, with the user of the reactive security context as the current user.
 */
final class ReactiveOAuthRoutes {

  private static final boolean HAS_SECURITY =
      ClassUtils.isPresent(
          "org.springframework.security.core.context.ReactiveSecurityContextHolder",
          ReactiveOAuthRoutes.class.getClassLoader());

  private static final Logger log = LoggerFactory.getLogger(McpAuthorization.class);

  private final AuthorizationPages pages;
  private final AtomicBoolean warned = new AtomicBoolean();

  private ReactiveOAuthRoutes(AuthorizationPages pages) {
    this.pages = pages;
  }

  /**
   * The routes; inactive while no server has {@code auth.oauth2.redirect-uri}.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if a
   *     path is invalid
   */
  static RouterFunction<ServerResponse> of(
      McpAuthorization authorization, McpOAuthWebProperties properties) {
    return new ReactiveOAuthRoutes(new AuthorizationPages(authorization, properties)).routes();
  }

  private RouterFunction<ServerResponse> routes() {
    return RouterFunctions.nest(
        request -> pages.areThere(),
        RouterFunctions.route(
                RequestPredicates.GET(pages.callbackPath()),
                handler(
                    request ->
                        pages.callback(
                            request.pathVariable("server"), request.uri().getRawQuery())))
            .andRoute(
                RequestPredicates.GET(AuthorizationPages.AUTHORIZE_PATH),
                handler(request -> pages.authorize(request.pathVariable("server")))));
  }

  private HandlerFunction<ServerResponse> handler(Function<ServerRequest, PageResponse> page) {
    return request -> {
      Supplier<PageResponse> work = () -> page.apply(request);
      return (HAS_SECURITY ? Signed.pageResponse(work) : blocking(work))
          .doOnNext(this::warnOfUnknownUser)
          .flatMap(ReactiveOAuthRoutes::response);
    };
  }

  /** The application's CurrentUser may not work on the threads of this scheduler. */
  private void warnOfUnknownUser(PageResponse pageResponse) {
    if (pageResponse.status() == HttpStatus.FORBIDDEN && warned.compareAndSet(false, true)) {
      log.warn(
          "The authorization page of an MCP server was opened, but there is no current user."
              + " In a reactive application, the current user is the user of Spring Security's"
              + " reactive context, or"
              + " of the bean CurrentUser, called on a thread of Schedulers.boundedElastic()"
              + " (thread locals are propagated there with"
              + " spring.reactor.context-propagation=auto)");
    }
  }

  private static Mono<PageResponse> blocking(Supplier<PageResponse> work) {
    return Mono.fromSupplier(work).subscribeOn(Schedulers.boundedElastic());
  }

  /** A separate class, because the classes it uses may be absent. */
  private static final class Signed {

    static Mono<PageResponse> pageResponse(Supplier<PageResponse> work) {
      return ReactiveSecurityContextHolder.getContext()
          .mapNotNull(SecurityContext::getAuthentication)
          .map(user -> (Supplier<PageResponse>) () -> SignedInUser.as(user, work))
          .defaultIfEmpty(work)
          .flatMap(ReactiveOAuthRoutes::blocking);
    }
  }

  private static Mono<ServerResponse> response(PageResponse pageResponse) {
    ServerResponse.BodyBuilder response = ServerResponse.status(pageResponse.status());
    AuthorizationPages.HEADERS.forEach(response::header);
    return pageResponse.location() == null
        ? response
            .contentType(new MediaType("text", "html", StandardCharsets.UTF_8))
            .bodyValue(pageResponse.html())
        : response.location(pageResponse.location()).build();
  }
}
