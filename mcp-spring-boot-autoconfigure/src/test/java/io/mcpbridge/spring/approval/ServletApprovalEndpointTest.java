package io.mcpbridge.spring.approval;

import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** In a servlet application. */
class ServletApprovalEndpointTest extends ApprovalEndpointTest {

  ServletApprovalEndpointTest() {
    super(WebApplicationType.SERVLET, OpenChain.class, DefaultChain.class);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableWebSecurity
  static class OpenChain {

    @Bean
    UserDetailsService users() {
      return new InMemoryUserDetailsManager(ApprovalEndpointTest.users())::loadUserByUsername;
    }

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
          .csrf(csrf -> csrf.disable())
          .httpBasic(Customizer.withDefaults())
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableWebSecurity
  static class DefaultChain {

    @Bean
    UserDetailsService users() {
      return new InMemoryUserDetailsManager(ApprovalEndpointTest.users())::loadUserByUsername;
    }

    @Bean
    RouterFunction<ServerResponse> csrf() {
      return RouterFunctions.route()
          .GET(
              "/csrf",
              request ->
                  ServerResponse.ok()
                      .body(
                          ((CsrfToken) request.attribute(CsrfToken.class.getName()).orElseThrow())
                              .getToken()))
          .build();
    }
  }
}
