package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;

/** Who is asking, where Spring Security knows it. */
class CurrentUserTest {

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(McpOAuthAutoConfiguration.class));

  @AfterEach
  void signOut() {
    SecurityContextHolder.clearContext();
  }

  @Test
  void isWhoIsSignedInAndNobodyElse() {
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

  @Test
  void isWhomTheApplicationNames() {
    application
        .withBean(CurrentUser.class, () -> () -> "bob")
        .run(context -> assertThat(context.getBean(CurrentUser.class).name()).isEqualTo("bob"));
    application
        .withClassLoader(new FilteredClassLoader("org.springframework.security"))
        .run(context -> assertThat(context).doesNotHaveBean(CurrentUser.class));
  }
}
