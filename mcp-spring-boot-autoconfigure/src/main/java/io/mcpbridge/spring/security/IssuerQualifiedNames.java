package io.mcpbridge.spring.security;

import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.spring.oauth.internal.user.SignedInUser;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizationContext;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * Works like Spring Security's {@code AuthorizedClientServiceOAuth2AuthorizedClientManager}, but
 * stores tokens under names that are unique across providers.
 */
record IssuerQualifiedNames(
    ClientRegistrationRepository registrations,
    OAuth2AuthorizedClientService clients,
    OAuth2AuthorizedClientProvider provider)
    implements OAuth2AuthorizedClientManager {

  /** Maximum length of the principal name column in Spring Security's schema. */
  private static final int MAX_LENGTH = 200;

  /**
   * The name under which a user's tokens are stored. Tokens of the authorization code grant are
   * stored by Spring Security itself under {@link Authentication#getName()}, so that name is used
   * for them.
   */
  static String nameOf(ClientRegistration registration, Authentication user) {
    if (registration
        .getAuthorizationGrantType()
        .equals(AuthorizationGrantType.AUTHORIZATION_CODE)) {
      return user.getName();
    }
    String name = SignedInUser.nameOf(user);
    return name.length() > MAX_LENGTH ? "sha-256=:" + Sha256.of(name) : name;
  }

  /** The caller has already loaded the stored client. */
  @Override
  public @Nullable OAuth2AuthorizedClient authorize(OAuth2AuthorizeRequest request) {
    OAuth2AuthorizedClient client = request.getAuthorizedClient();
    OAuth2AuthorizationContext.Builder context =
        client == null
            ? OAuth2AuthorizationContext.withClientRegistration(
                registrations.findByRegistrationId(request.getClientRegistrationId()))
            : OAuth2AuthorizationContext.withAuthorizedClient(client);
    Authentication user = request.getPrincipal();
    OAuth2AuthorizedClient authorizedClient = provider.authorize(context.principal(user).build());
    if (authorizedClient == null) {
      return client;
    }
    save(authorizedClient, user);
    return authorizedClient;
  }

  private void save(OAuth2AuthorizedClient authorizedClient, Authentication user) {
    ClientRegistration registration = authorizedClient.getClientRegistration();
    String name = nameOf(registration, user);
    if (name.equals(user.getName())) {
      clients.saveAuthorizedClient(authorizedClient, user);
      return;
    }
    clients.saveAuthorizedClient(
        new OAuth2AuthorizedClient(
            registration,
            name,
            authorizedClient.getAccessToken(),
            authorizedClient.getRefreshToken()),
        UsernamePasswordAuthenticationToken.authenticated(name, null, List.of()));
  }
}
