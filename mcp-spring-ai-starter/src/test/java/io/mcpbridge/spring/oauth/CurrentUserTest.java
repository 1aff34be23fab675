package io.mcpbridge.spring.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;

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
        });
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
