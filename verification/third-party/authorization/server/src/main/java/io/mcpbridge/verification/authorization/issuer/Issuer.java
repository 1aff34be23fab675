package io.mcpbridge.verification.authorization.issuer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationValidator;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.util.matcher.MediaTypeRequestMatcher;

/** An authorization server, configured as in Spring's documentation. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({
  Clients.class,
  Audience.class,
  RecordingAuthorizationService.class,
  Control.class,
  RequestRecorder.class,
  Keys.class
})
public class Issuer {

  /** The OAuth endpoints; redirects to the login form if the user is not logged in. */
  @Bean
  @Order(1)
  SecurityFilterChain oauth(HttpSecurity http) {
    OAuth2AuthorizationServerConfigurer server = new OAuth2AuthorizationServerConfigurer();
    return http.securityMatcher(server.getEndpointsMatcher())
        .with(
            server,
            of ->
                of.clientRegistrationEndpoint(
                    registration ->
                        registration
                            .openRegistrationAllowed(true)
                            .authenticationProviders(Issuer::takingScopes)))
        .authorizeHttpRequests(
            requests ->
                requests
                    .requestMatchers("/oauth2/register")
                    .permitAll()
                    .anyRequest()
                    .authenticated())
        .exceptionHandling(
            failures ->
                failures.defaultAuthenticationEntryPointFor(
                    new LoginUrlAuthenticationEntryPoint("/login"),
                    new MediaTypeRequestMatcher(MediaType.TEXT_HTML)))
        .build();
  }

  /** Without this, Spring rejects client registrations that request scopes. */
  private static void takingScopes(List<AuthenticationProvider> providers) {
    for (AuthenticationProvider provider : providers) {
      if (provider instanceof OAuth2ClientRegistrationAuthenticationProvider registration) {
        registration.setAuthenticationValidator(
            OAuth2ClientRegistrationAuthenticationValidator.DEFAULT_REDIRECT_URI_VALIDATOR);
      }
    }
  }

  /** Control endpoints for the tests, which a real authorization server does not have. */
  @Bean
  @Order(2)
  SecurityFilterChain control(HttpSecurity http) {
    return http.securityMatcher("/control/**")
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .csrf(csrf -> csrf.disable())
        .build();
  }

  /** The login form. */
  @Bean
  @Order(3)
  SecurityFilterChain pages(HttpSecurity http) {
    return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .formLogin(Customizer.withDefaults())
        .build();
  }

  /** Every user name exists, with the password {@code NAME's password}. */
  @Bean
  UserDetailsService users() {
    return name -> User.withUsername(name).password(name + "'s password").roles("USER").build();
  }

  /** Plain text, since hashing would slow every check of a secret. */
  @Bean
  PasswordEncoder plain() {
    return new PasswordEncoder() {
      @Override
      public @Nullable String encode(@Nullable CharSequence password) {
        return password == null ? null : password.toString();
      }

      @Override
      public boolean matches(@Nullable CharSequence password, @Nullable String encoded) {
        return password != null && password.toString().equals(encoded);
      }
    };
  }
}
