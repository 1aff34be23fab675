package io.mcpbridge.spring.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;

/** An application with one database per tenant, selected by the thread. */
class TenantsTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final TokenEndpoint authorizationServer = new TokenEndpoint();
  private final Secured secured = new Secured(authorizationServer.url());
  private final ThreadLocal<String> tenant = new ThreadLocal<>();
  private final Map<String, OAuth2AuthorizedClientService> databases = new ConcurrentHashMap<>();

  @AfterEach
  void close() {
    server.close();
    authorizationServer.close();
  }

  @Test
  void usesTokenOfTenantForSameUserName() {
    server.tool("whoami").handler(call -> FakeResult.text(call.received().header("Authorization")));
    CountDownLatch both = new CountDownLatch(2);
    authorizationServer.before(
        () -> {
          both.countDown();
          await(both);
        });
    Map<String, String> answers = new ConcurrentHashMap<>();
    Instant now = Instant.now();
    for (String one : List.of("north", "south")) {
      databases.put(one, new InMemoryOAuth2AuthorizedClientService(secured.registrations()));
      databases
          .get(one)
          .saveAuthorizedClient(
              secured.permission(one, now.minusSeconds(600), now.minusSeconds(2)),
              Secured.user("ada"));
    }

    secured
        .application(
            new Routed(),
            "servers.s.url=" + server.url(),
            "servers.s.auth.client-registration=" + Secured.USERS)
        .withBean(ThreadContextProvider.class, () -> () -> new OfTenant(tenant.get()))
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              List<Thread> callers =
                  databases.keySet().stream()
                      .map(
                          one ->
                              Secured.thread(
                                  Secured.user("ada"),
                                  () -> {
                                    tenant.set(one);
                                    answers.put(one, call(catalog));
                                  }))
                      .toList();
              callers.forEach(Thread::start);
              for (Thread caller : callers) {
                caller.join(60_000);
              }
            });

    assertThat(answers)
        .containsEntry("north", "Bearer refresh-north-renewed")
        .containsEntry("south", "Bearer refresh-south-renewed");
  }

  private static String call(ToolCatalog catalog) {
    return catalog.call("s__whoami", "{}", CallOptions.defaults()).text();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private final class OfTenant implements ThreadContextProvider.ContextSnapshot {

    private final String one;

    private OfTenant(String one) {
      this.one = one;
    }

    @Override
    public Object user() {
      return one;
    }

    @Override
    public <T> T call(Supplier<T> call) {
      String before = tenant.get();
      tenant.set(one);
      try {
        return call.get();
      } finally {
        tenant.set(before);
      }
    }
  }

  private final class Routed implements OAuth2AuthorizedClientService {

    private OAuth2AuthorizedClientService here() {
      String one = tenant.get();
      return one == null ? secured.clients() : databases.get(one);
    }

    @Override
    public <T extends OAuth2AuthorizedClient> T loadAuthorizedClient(
        String registration, String user) {
      return here().loadAuthorizedClient(registration, user);
    }

    @Override
    public void saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication user) {
      here().saveAuthorizedClient(client, user);
    }

    @Override
    public void removeAuthorizedClient(String registration, String user) {
      here().removeAuthorizedClient(registration, user);
    }
  }
}
