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
  private final SecuredApplication secured = new SecuredApplication(authorizationServer.url());
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
    CountDownLatch requests = new CountDownLatch(2);
    authorizationServer.before(
        () -> {
          requests.countDown();
          await(requests);
        });
    Map<String, String> answers = new ConcurrentHashMap<>();
    Instant now = Instant.now();
    for (String tenantName : List.of("north", "south")) {
      databases.put(tenantName, new InMemoryOAuth2AuthorizedClientService(secured.registrations()));
      databases
          .get(tenantName)
          .saveAuthorizedClient(
              secured.permission(tenantName, now.minusSeconds(600), now.minusSeconds(2)),
              SecuredApplication.user("ada"));
    }

    secured
        .application(
            new TenantRoutingClientService(),
            "servers.s.url=" + server.url(),
            "servers.s.auth.client-registration=" + SecuredApplication.USERS)
        .withBean(ThreadContextProvider.class, () -> () -> new TenantSnapshot(tenant.get()))
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
              List<Thread> callers =
                  databases.keySet().stream()
                      .map(
                          tenantName ->
                              SecuredApplication.thread(
                                  SecuredApplication.user("ada"),
                                  () -> {
                                    tenant.set(tenantName);
                                    answers.put(tenantName, call(catalog));
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

  private final class TenantSnapshot implements ThreadContextProvider.ContextSnapshot {

    private final String tenantName;

    private TenantSnapshot(String tenantName) {
      this.tenantName = tenantName;
    }

    @Override
    public Object user() {
      return tenantName;
    }

    @Override
    public <T> T call(Supplier<T> call) {
      String before = tenant.get();
      tenant.set(tenantName);
      try {
        return call.get();
      } finally {
        tenant.set(before);
      }
    }
  }

  private final class TenantRoutingClientService implements OAuth2AuthorizedClientService {

    private OAuth2AuthorizedClientService clients() {
      String tenantName = tenant.get();
      return tenantName == null ? secured.clients() : databases.get(tenantName);
    }

    @Override
    public <T extends OAuth2AuthorizedClient> T loadAuthorizedClient(
        String registration, String user) {
      return clients().loadAuthorizedClient(registration, user);
    }

    @Override
    public void saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication user) {
      clients().saveAuthorizedClient(client, user);
    }

    @Override
    public void removeAuthorizedClient(String registration, String user) {
      clients().removeAuthorizedClient(registration, user);
    }
  }
}
