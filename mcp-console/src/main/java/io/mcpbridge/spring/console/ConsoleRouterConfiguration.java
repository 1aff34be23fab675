package io.mcpbridge.spring.console;

import io.mcpbridge.spring.boot.internal.web.ReactiveRoutes;
import io.mcpbridge.spring.boot.internal.web.ServletRoutes;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/** The routes of the console, in the context of the web server that has them. */
@Configuration(proxyBeanMethods = false)
class ConsoleRouterConfiguration {

  /** In a servlet application. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnClass(RouterFunction.class)
  static class Servlet {

    @Bean
    RouterFunction<ServerResponse> mcpConsoleRoutes(Console console) {
      return ServletRoutes.of(() -> true, console.routes());
    }
  }

  /** In a reactive application. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  @ConditionalOnClass(org.springframework.web.reactive.function.server.RouterFunction.class)
  static class Reactive {

    @Bean
    org.springframework.web.reactive.function.server.RouterFunction<
            org.springframework.web.reactive.function.server.ServerResponse>
        mcpConsoleRoutes(Console console) {
      return ReactiveRoutes.of(() -> true, console.routes());
    }
  }
}
