package io.mcpbridge.spring.security;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.spring.boot.internal.server.RegisteredClients;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;

/** Spring Security's client registrations. */
record AuthorizedClients(
    Supplier<@Nullable ClientRegistrationRepository> registrations,
    Supplier<AuthorizedTokens> tokens,
    TokenRefreshes<?> tokenRefreshes)
    implements RegisteredClients, AutoCloseable {

  @Override
  public Credentials credentials(String registration, @Nullable String background) {
    ClientRegistrationRepository repository = registrations.get();
    if (repository == null) {
      throw new IllegalArgumentException(
          "no client registration below spring.security.oauth2.client.registration, or a"
              + " reactive application, for which Spring Boot creates neither"
              + " ClientRegistrationRepository nor OAuth2AuthorizedClientService: declare a bean of"
              + " each type");
    }
    AuthorizedTokens all = tokens.get();
    if (repository instanceof InMemoryClientRegistrationRepository) { // others may do I/O
      check(repository, registration);
      if (background != null) {
        check(repository, background);
        if (!all.isOfApplication(background)) {
          throw new IllegalArgumentException(
              "the registration \""
                  + background
                  + "\" for the background needs client_credentials");
        }
      }
    }
    return new ClientRegistrationCredentials(all, registration, background);
  }

  private static void check(ClientRegistrationRepository repository, String registration) {
    if (repository.findByRegistrationId(registration) == null) {
      throw new IllegalArgumentException(
          "there is no \"" + registration + "\" below spring.security.oauth2.client.registration");
    }
  }

  /** Interrupts token requests in flight. */
  @Override
  public void close() {
    tokenRefreshes.close();
  }
}
