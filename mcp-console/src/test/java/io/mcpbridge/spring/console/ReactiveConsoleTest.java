package io.mcpbridge.spring.console;

import org.springframework.boot.WebApplicationType;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/** In a reactive application. */
class ReactiveConsoleTest extends ConsoleTest {

  ReactiveConsoleTest() {
    super(WebApplicationType.REACTIVE, DefaultChain.class);
  }

  @Override
  Class<?> withoutChain() {
    return Web.class;
  }

  /** Without Spring Boot's auto-configuration, which is in another module of Boot 4. */
  @EnableWebFlux
  @Configuration(proxyBeanMethods = false)
  static class Web {

    @Bean
    HttpHandler httpHandler(ApplicationContext context) {
      return WebHttpHandlerBuilder.applicationContext(context).build();
    }
  }

  @EnableWebFluxSecurity
  @Configuration(proxyBeanMethods = false)
  static class DefaultChain extends Web {

    @Bean
    ReactiveUserDetailsService users() {
      return new MapReactiveUserDetailsService(ConsoleTest.users())::findByUsername;
    }
  }
}
