package io.mcpbridge.spring.security;

import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.spring.boot.ToolCatalogCustomizer;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.server.RegisteredClients;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.DelegatingOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.JwtBearerOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.TokenExchangeOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Propagates the user who is signed in with Spring Security to tool calls, and gets the tokens of
 * its OAuth 2.0 clients for servers with {@code auth.client-registration}.
 *
 * <p>Tokens come from the bean of type {@link
 * AuthorizedClientServiceOAuth2AuthorizedClientManager}, if there is one, since it works outside of
 * HTTP requests, where tools are called. Otherwise a manager is created that supports Spring
 * Security's grants and those of beans of type {@link OAuth2AuthorizedClientProvider}. Tokens are
 * obtained on a separate thread. It has the user of the request and what beans of type {@link
 * ThreadContextProvider} capture, but nothing else of the request.
 */
@AutoConfiguration(before = McpClientAutoConfiguration.class)
@ConditionalOnClass(SecurityContextHolder.class)
@ConditionalOnProperty(prefix = "mcp.client", name = "enabled", matchIfMissing = true)
public class McpSecurityAutoConfiguration {

  /** Declared in addition to the application's own, which propagate other thread-bound state. */
  @Bean
  @ConditionalOnMissingBean(name = "mcpThreadContext")
  ThreadContextProvider mcpThreadContext() {
    return new SecurityThreadContext();
  }

  /** Support for Spring Security's OAuth 2.0 clients. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(OAuth2AuthorizedClientManager.class)
  static class OAuth2Clients {

    private static final boolean MAY_HAVE_JWTS =
        ClassUtils.isPresent(
            "org.springframework.security.oauth2.jwt.Jwt", OAuth2Clients.class.getClassLoader());

    @Bean
    @ConditionalOnMissingBean
    RegisteredClients mcpRegisteredClients(
        ObjectProvider<ClientRegistrationRepository> registrations,
        ObjectProvider<OAuth2AuthorizedClientService> clients,
        ObjectProvider<AuthorizedClientServiceOAuth2AuthorizedClientManager> manager,
        ObjectProvider<OAuth2AuthorizedClientProvider> providers,
        ObjectProvider<ThreadContextProvider> contexts) {
      TokenRefreshes<@Nullable OAuth2AuthorizedClient> tokenRefreshes =
          new TokenRefreshes<>(SingletonSupplier.of(() -> contextsExceptUser(contexts)));
      return new AuthorizedClients(
          registrations::getIfAvailable,
          SingletonSupplier.of(
              () -> {
                AuthorizedClientServiceOAuth2AuthorizedClientManager applicationManager =
                    manager.getIfAvailable();
                ClientRegistrationRepository repository = registrations.getObject();
                OAuth2AuthorizedClientService clientService = clients.getObject();
                return applicationManager == null
                    ? new AuthorizedTokens(
                        repository,
                        clientService,
                        new IssuerQualifiedNames(repository, clientService, allOf(providers)),
                        IssuerQualifiedNames::nameOf,
                        tokenRefreshes)
                    : new AuthorizedTokens(
                        repository,
                        clientService,
                        applicationManager,
                        (registration, user) -> user.getName(),
                        tokenRefreshes);
              }),
          tokenRefreshes);
    }

    /**
     * Excludes the user, who is propagated anyway; a token of the application is the same for all
     * users.
     */
    private static ThreadContextProvider contextsExceptUser(
        ObjectProvider<ThreadContextProvider> contexts) {
      return ThreadContextProvider.all(
          contexts
              .orderedStream()
              .filter(context -> !(context instanceof SecurityThreadContext))
              .toList());
    }

    private static OAuth2AuthorizedClientProvider allOf(
        ObjectProvider<OAuth2AuthorizedClientProvider> providers) {
      List<OAuth2AuthorizedClientProvider> all =
          new ArrayList<>(providers.orderedStream().toList());
      all.add(
          OAuth2AuthorizedClientProviderBuilder.builder()
              .authorizationCode()
              .refreshToken()
              .clientCredentials()
              .build());
      if (MAY_HAVE_JWTS) {
        UserTokenConfiguration.addTo(all);
      }
      return new DelegatingOAuth2AuthorizedClientProvider(all);
    }

    /** A separate class, because the classes it uses need one that may be absent. */
    private static final class UserTokenConfiguration {

      static void addTo(List<OAuth2AuthorizedClientProvider> all) {
        all.add(new TokenExchangeOAuth2AuthorizedClientProvider());
        all.add(new JwtBearerOAuth2AuthorizedClientProvider());
      }
    }

    @Bean
    ToolCatalogCustomizer mcpUserCalls() {
      return catalog -> catalog.addCallInterceptor(new UserCalls());
    }
  }
}
