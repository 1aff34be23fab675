package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.spring.oauth.user.CurrentUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;
import org.springframework.security.oauth2.jwt.Jwt;

/** The current user, from Spring Security. */
class CurrentUserTest {

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(McpOAuthAutoConfiguration.class));

  @AfterEach
  void signOut() {
    SecurityContextHolder.clearContext();
  }

  @Test
  void isSignedInUser() {
    application.run(
        context -> {
          CurrentUser user = context.getBean(CurrentUser.class);
          assertThat(user.name()).isNull();

          SecurityContextHolder.getContext()
              .setAuthentication(
                  new AnonymousAuthenticationToken(
                      "key", "anonymousUser", AuthorityUtils.createAuthorityList("ANONYMOUS")));
          assertThat(user.name()).isNull();

          SecurityContextHolder.getContext()
              .setAuthentication(
                  UsernamePasswordAuthenticationToken.unauthenticated("mallory", "guess"));
          assertThat(user.name()).isNull();

          SecurityContextHolder.getContext()
              .setAuthentication(
                  UsernamePasswordAuthenticationToken.authenticated(
                      "ann", null, AuthorityUtils.NO_AUTHORITIES));
          assertThat(user.name()).isEqualTo("ann");

          SecurityContextHolder.getContext().setAuthentication(ofGoogle("ann"));
          assertThat(user.name()).isEqualTo("google:ann");

          SecurityContextHolder.getContext()
              .setAuthentication(
                  UsernamePasswordAuthenticationToken.authenticated(
                      "google:ann", null, AuthorityUtils.NO_AUTHORITIES));
          assertThat(user.name()).isNotEqualTo("google:ann");
        });
  }

  private static OAuth2AuthenticationToken ofGoogle(String name) {
    return new OAuth2AuthenticationToken(
        new DefaultOAuth2User(AuthorityUtils.NO_AUTHORITIES, Map.of("sub", name), "sub"),
        AuthorityUtils.NO_AUTHORITIES,
        "google");
  }

  /** A subject is unique at its issuer only (RFC 7519, section 4.1.2). */
  @Test
  void distinguishesSameSubjectOfDifferentIssuers() {
    application.run(
        context -> {
          CurrentUser user = context.getBean(CurrentUser.class);
          List<String> names = new ArrayList<>();
          for (Authentication signedIn :
              List.of(
                  local("ann"),
                  local("saml=a:ann"),
                  ofGoogle("ann"),
                  authentication(jwt("https://a.example", "ann"), "ann"),
                  authentication(jwt("https://b.example", "ann"), "ann"),
                  authentication(jwt("a:b", "c"), "c"),
                  authentication(jwt("a", "b:c"), "b:c"),
                  authentication(introspected("https://c.example"), "ann"),
                  authentication(introspected("https://d.example"), "ann"),
                  authentication(new SamlPrincipal("a"), "ann"),
                  authentication(new SamlPrincipal("b"), "ann"))) {
            SecurityContextHolder.getContext().setAuthentication(signedIn);
            names.add(user.name());
          }

          assertThat(names).doesNotHaveDuplicates().contains("iss=https%3A//a.example:ann");
        });
  }

  private static Authentication local(String name) {
    return UsernamePasswordAuthenticationToken.authenticated(
        name, null, AuthorityUtils.NO_AUTHORITIES);
  }

  private static Jwt jwt(String issuer, String subject) {
    return Jwt.withTokenValue("t").header("alg", "none").issuer(issuer).subject(subject).build();
  }

  private static DefaultOAuth2AuthenticatedPrincipal introspected(String issuer) {
    return new DefaultOAuth2AuthenticatedPrincipal(
        Map.of("sub", "ann", "iss", issuer), AuthorityUtils.NO_AUTHORITIES);
  }

  /** The shape of a SAML login's principal. */
  public record SamlPrincipal(String registration) {
    public String getRelyingPartyRegistrationId() {
      return registration;
    }
  }

  /** The authentication that a resource server creates from a token. */
  private static Authentication authentication(Object principal, String name) {
    TestingAuthenticationToken authentication =
        new TestingAuthenticationToken(principal, "", AuthorityUtils.NO_AUTHORITIES) {
          private static final long serialVersionUID = 1L;

          @Override
          public String getName() {
            return name;
          }
        };
    authentication.setAuthenticated(true);
    return authentication;
  }

  @Test
  void isUserOfApplicationBean() {
    application
        .withBean(CurrentUser.class, () -> () -> "bob")
        .run(context -> assertThat(context.getBean(CurrentUser.class).name()).isEqualTo("bob"));
    application
        .withClassLoader(new FilteredClassLoader("org.springframework.security"))
        .run(context -> assertThat(context).doesNotHaveBean(CurrentUser.class));
  }
}
