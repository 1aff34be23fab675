package io.mcpbridge.samples.web;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** An assistant for signed-in users. Its MCP servers are in {@code application.yml}. */
@SpringBootApplication
public class WebAssistant {

  /** Serves until it is stopped. */
  public static void main(String[] args) {
    SpringApplication.run(WebAssistant.class, args);
  }

  /** Every page needs a user, those of OAuth included. */
  @Bean
  SecurityFilterChain security(HttpSecurity http) {
    return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .formLogin(form -> form.defaultSuccessUrl("/", true))
        .csrf(csrf -> csrf.spa())
        .logout(Customizer.withDefaults())
        .build();
  }

  @Bean
  UserDetailsService users() {
    return new InMemoryUserDetailsManager(
        User.withUsername("ada").password("{noop}ada").roles("OPERATOR").build(),
        User.withUsername("bob").password("{noop}bob").build());
  }
}
