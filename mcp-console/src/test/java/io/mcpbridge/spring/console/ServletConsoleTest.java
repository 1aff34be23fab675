package io.mcpbridge.spring.console;

import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** In a servlet application. */
class ServletConsoleTest extends ConsoleTest {

  ServletConsoleTest() {
    super(WebApplicationType.SERVLET, DefaultChain.class);
  }

  @Override
  Class<?> withoutChain() {
    return Application.class;
  }

  @Configuration(proxyBeanMethods = false)
  @EnableWebSecurity
  static class DefaultChain {

    @Bean
    UserDetailsService users() {
      return new InMemoryUserDetailsManager(ConsoleTest.users())::loadUserByUsername;
    }
  }
}
