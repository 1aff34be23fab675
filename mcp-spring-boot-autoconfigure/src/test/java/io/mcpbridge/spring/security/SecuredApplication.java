package io.mcpbridge.spring.security;

import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpLangChain4jAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.jwt.Jwt;

/** An application whose users sign in, with two OAuth clients: one for users, one for itself. */
final class SecuredApplication {

  static final String USERS = "keycloak";
  static final String APPLICATION = "service";

  private final ClientRegistrationRepository registrations;
  private final RecordingClientService clients;

  /**
   * @param tokenUrl the token endpoint of the authorization server
   */
  SecuredApplication(String tokenUrl) {
    registrations =
        new InMemoryClientRegistrationRepository(
            registration(USERS, tokenUrl)
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .authorizationUri("https://auth.example/authorize")
                .redirectUri("{baseUrl}/login/oauth2/code/{registrationId}")
                .build(),
            registration("exchange", tokenUrl)
                .authorizationGrantType(AuthorizationGrantType.TOKEN_EXCHANGE)
                .build(),
            registration(APPLICATION, tokenUrl)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .build());
    clients = new RecordingClientService(registrations);
  }

  private static ClientRegistration.Builder registration(String id, String tokenUrl) {
    return ClientRegistration.withRegistrationId(id)
        .clientId("client-of-" + id)
        .clientSecret("secret")
        .tokenUri(tokenUrl);
  }

  ClientRegistrationRepository registrations() {
    return registrations;
  }

  /** An application without other beans, with properties below {@code mcp.client}. */
  ApplicationContextRunner application(String... properties) {
    return application(clients, properties);
  }

  /** The same, with another instance's store of clients. */
  ApplicationContextRunner application(
      OAuth2AuthorizedClientService clients, String... properties) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                McpClientAutoConfiguration.class,
                McpSecurityAutoConfiguration.class,
                McpLangChain4jAutoConfiguration.class,
                McpSpringAiAutoConfiguration.class,
                SslAutoConfiguration.class))
        .withBean(ClientRegistrationRepository.class, () -> registrations)
        .withBean(OAuth2AuthorizedClientService.class, () -> clients)
        .withPropertyValues(
            List.of(properties).stream().map(it -> "mcp.client." + it).toArray(String[]::new));
  }

  /** The same with a model, started as by {@code main}. */
  ConfigurableApplicationContext start(String model, String... arguments) {
    return start(UsersApplication.class, model, arguments);
  }

  /** The same with additional beans. */
  ConfigurableApplicationContext start(Class<?> beans, String model, String... arguments) {
    SpringApplication application = Applications.application(UsersApplication.class);
    application.addPrimarySources(List.of(beans));
    application.addInitializers(
        context -> {
          GenericApplicationContext all = (GenericApplicationContext) context;
          all.registerBean(ClientRegistrationRepository.class, () -> registrations);
          all.registerBean(OAuth2AuthorizedClientService.class, () -> clients);
        });
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--spring.ai.openai.base-url=" + model);
    all.add("--spring.ai.openai.api-key=none");
    return application.run(all.toArray(String[]::new));
  }

  RecordingClientService clients() {
    return clients;
  }

  /** The application has a token {@code of-itself} with this lifetime. */
  void served(Instant issued, Instant ends) {
    clients.saveAuthorizedClient(
        new OAuth2AuthorizedClient(
            registrations.findByRegistrationId(APPLICATION),
            "mcp-client",
            new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, "of-itself", issued, ends)),
        user("mcp-client"));
  }

  /** The application has exchanged its caller's token for this one. */
  void exchanged(Authentication caller, String token, Instant issued, Instant ends) {
    ClientRegistration registration = registrations.findByRegistrationId("exchange");
    String name = IssuerQualifiedNames.nameOf(registration, caller);
    clients.saveAuthorizedClient(
        new OAuth2AuthorizedClient(
            registration,
            name,
            new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, token, issued, ends)),
        user(name));
  }

  /** The token that it has for the caller. */
  String exchanged(Authentication caller) {
    ClientRegistration registration = registrations.findByRegistrationId("exchange");
    OAuth2AuthorizedClient client =
        clients.loadAuthorizedClient("exchange", IssuerQualifiedNames.nameOf(registration, caller));
    return client == null ? null : client.getAccessToken().getTokenValue();
  }

  /** A user who is signed in at the application. */
  static Authentication user(String name) {
    return UsernamePasswordAuthenticationToken.authenticated(name, "password", List.of());
  }

  /** A caller of the application with a token of that issuer. */
  static Authentication caller(String issuer, String name) {
    Jwt token =
        Jwt.withTokenValue("of " + name + " at " + issuer)
            .header("alg", "none")
            .issuer(issuer)
            .subject(name)
            .build();
    return new TestingAuthenticationToken(token, null, List.of()) {
      private static final long serialVersionUID = 1L;

      @Override
      public String getName() {
        return name;
      }
    };
  }

  /** The user has authorized the client, and has a token {@code of-<name>} with this lifetime. */
  Authentication permitted(String name, Instant issued, Instant ends) {
    return permitted(name, issued, ends, new OAuth2RefreshToken("refresh-" + name, issued));
  }

  /** The same without a refresh token. */
  Authentication permittedOnce(String name, Instant issued, Instant ends) {
    return permitted(name, issued, ends, null);
  }

  private Authentication permitted(
      String name, Instant issued, Instant ends, OAuth2RefreshToken refresh) {
    return permitted(name, "of-" + name, issued, ends, refresh);
  }

  /** Another instance of the application has stored a long-lived token. */
  void renewedElsewhere(String name) {
    Instant now = Instant.now();
    permitted(name, "of-" + name + "-renewed-elsewhere", now, now.plusSeconds(3600), null);
  }

  private Authentication permitted(
      String name, String token, Instant issued, Instant ends, OAuth2RefreshToken refresh) {
    Authentication user = user(name);
    clients.saveAuthorizedClient(permission(name, token, issued, ends, refresh), user);
    return user;
  }

  private OAuth2AuthorizedClient permission(
      String name, String token, Instant issued, Instant ends, OAuth2RefreshToken refresh) {
    return new OAuth2AuthorizedClient(
        registrations.findByRegistrationId(USERS),
        name,
        new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, token, issued, ends),
        refresh);
  }

  /** The client that Spring Security stores after a user's authorization. */
  OAuth2AuthorizedClient permission(String name, Instant issued, Instant ends) {
    OAuth2RefreshToken refresh = new OAuth2RefreshToken("refresh-" + name, issued);
    return permission(name, "of-" + name, issued, ends, refresh);
  }

  /** The same with a long-lived token. */
  Authentication permitted(String name) {
    Instant now = Instant.now();
    return permitted(name, now, now.plusSeconds(3600));
  }

  /** A thread of this user, not yet started. */
  static Thread thread(Authentication user, Runnable work) {
    Supplier<Boolean> done =
        () -> {
          work.run();
          return true;
        };
    return new Thread(() -> RunAs.user(user, done));
  }
}
