package io.mcpbridge.spring.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.client.JdbcOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Instances of an application that share user authorizations in a database, through Spring
 * Security's {@link JdbcOAuth2AuthorizedClientService}.
 */
class SeveralInstancesTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final TokenEndpoint authorizationServer = new TokenEndpoint();
  private final SecuredApplication secured = new SecuredApplication(authorizationServer.url());
  private final EmbeddedDatabase database =
      new EmbeddedDatabaseBuilder()
          .generateUniqueName(true)
          .setType(EmbeddedDatabaseType.H2)
          .addScript("org/springframework/security/oauth2/client/oauth2-client-schema.sql")
          .build();
  private final Authentication ada = SecuredApplication.user("ada");

  @AfterEach
  void close() {
    server.close();
    authorizationServer.close();
    database.shutdown();
  }

  @Test
  void sharesTokenBetweenInstances() {
    instances(
        SecuredApplication.APPLICATION,
        (first, second) -> {
          assertThat(call(first).text()).isEqualTo("Bearer application-1");
          assertThat(call(second).text()).isEqualTo("Bearer application-1");
        });

    assertThat(authorizationServer.requests()).hasSize(1);
  }

  @Test
  void seesTokenRefreshedByOtherInstance() {
    permit(Instant.now().minusSeconds(2));

    instances(
        SecuredApplication.USERS,
        (first, second) -> {
          assertThat(callOfAda(first).text()).isEqualTo("Bearer refresh-ada-renewed");
          assertThat(callOfAda(second).text()).isEqualTo("Bearer refresh-ada-renewed");
        });

    assertThat(authorizationServer.requests()).hasSize(1);
  }

  /** The refresh token has been used, whether or not the transaction commits. */
  @Test
  void refreshSurvivesRollbackOfCaller() {
    permit(Instant.now().minusSeconds(2));
    TransactionTemplate transaction =
        new TransactionTemplate(new DataSourceTransactionManager(database));

    instances(
        SecuredApplication.USERS,
        (first, second) -> {
          transaction.executeWithoutResult(
              status -> {
                assertThat(callOfAda(first).text()).isEqualTo("Bearer refresh-ada-renewed");
                status.setRollbackOnly();
              });
          assertThat(callOfAda(first).text()).isEqualTo("Bearer refresh-ada-renewed");
          assertThat(callOfAda(second).text()).isEqualTo("Bearer refresh-ada-renewed");
        });

    assertThat(authorizationServer.requests()).hasSize(1);
  }

  /** At the authorization server. */
  @Test
  void revokedAuthorizationIsRenewedOnce() {
    permit(Instant.now().minusSeconds(2));
    authorizationServer.takeBack("refresh-ada");

    instances(
        SecuredApplication.USERS,
        (first, second) -> {
          assertIsAsked(callOfAda(first));
          assertIsAsked(callOfAda(second));

          permit(Instant.now().plusSeconds(600));

          assertThat(callOfAda(first).text()).isEqualTo("Bearer of-ada");
          assertThat(callOfAda(second).text()).isEqualTo("Bearer of-ada");
        });

    assertThat(authorizationServer.requests()).hasSize(1);
  }

  private static void assertIsAsked(ToolOutput output) {
    assertThat(output.text())
        .isEqualTo("s__whoami is not authorized; a user must grant access first.");
    assertThat(output.failure())
        .hasMessageContaining("/oauth2/authorization/keycloak")
        .hasCauseInstanceOf(ClientAuthorizationRequiredException.class);
  }

  /** A user name with its issuer may exceed Spring Security's column. */
  @Test
  void storesTokenOfLongUserName() {
    Authentication caller =
        SecuredApplication.caller("https://login.example.com/" + "tenant/".repeat(40), "ada");

    instances(
        "exchange",
        (first, second) -> {
          assertThat(RunAs.user(caller, () -> call(first)).text())
              .isEqualTo("Bearer application-1");
          assertThat(RunAs.user(caller, () -> call(second)).text())
              .isEqualTo("Bearer application-1");
        });
  }

  private void permit(Instant ends) {
    clients().saveAuthorizedClient(secured.permission("ada", ends.minusSeconds(600), ends), ada);
  }

  /** Two instances, one after the other: concurrent refreshes would each get a token. */
  private void instances(String registration, BiConsumer<ToolCatalog, ToolCatalog> work) {
    server.tool("whoami").handler(call -> FakeResult.text(call.received().header("Authorization")));
    instance(registration)
        .run(
            first -> {
              ToolCatalog firstCatalog = ready(first.getBean(ToolCatalog.class));
              instance(registration)
                  .run(
                      second ->
                          work.accept(firstCatalog, ready(second.getBean(ToolCatalog.class))));
            });
  }

  private static ToolCatalog ready(ToolCatalog catalog) {
    assertThat(catalog.awaitReady(SOON)).isTrue();
    return catalog;
  }

  private ApplicationContextRunner instance(String registration) {
    return secured.application(
        clients(),
        "servers.s.url=" + server.url(),
        "servers.s.auth.client-registration=" + registration);
  }

  private OAuth2AuthorizedClientService clients() {
    return new JdbcOAuth2AuthorizedClientService(
        new JdbcTemplate(database), secured.registrations());
  }

  private ToolOutput callOfAda(ToolCatalog catalog) {
    return RunAs.user(ada, () -> call(catalog));
  }

  private static ToolOutput call(ToolCatalog catalog) {
    return catalog.call("s__whoami", "{}", CallOptions.defaults());
  }
}
