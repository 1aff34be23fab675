package io.mcpbridge.spring.approval;

import org.springframework.boot.WebApplicationType;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;

/** In a reactive application. */
class ReactiveApprovalEndpointTest extends ApprovalEndpointTest {

  ReactiveApprovalEndpointTest() {
    super(WebApplicationType.REACTIVE, OpenChain.class, DefaultChain.class);
  }

  /** Without Spring Boot's auto-configuration, which is in another module of Boot 4. */
  @EnableWebFlux
  @EnableWebFluxSecurity
  static class Web {

    @Bean
    HttpHandler httpHandler(ApplicationContext context) {
      return WebHttpHandlerBuilder.applicationContext(context).build();
    }

    @Bean
    ReactiveUserDetailsService users() {
      return new MapReactiveUserDetailsService(ApprovalEndpointTest.users())::findByUsername;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OpenChain extends Web {

    @Bean
    SecurityWebFilterChain chain(ServerHttpSecurity http) {
      return http.authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
          .csrf(csrf -> csrf.disable())
          .httpBasic(Customizer.withDefaults())
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class DefaultChain extends Web {

    @Bean
    RouterFunction<ServerResponse> csrf() {
      return RouterFunctions.route()
          .GET("/csrf", request -> token(request).flatMap(ServerResponse.ok()::bodyValue))
          .build();
    }

    @SuppressWarnings("unchecked")
    private static Mono<String> token(ServerRequest request) {
      return ((Mono<CsrfToken>) request.attribute(CsrfToken.class.getName()).orElseThrow())
          .map(CsrfToken::getToken);
    }
  }
}
