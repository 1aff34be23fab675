package io.mcpbridge.spring.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.ToolCatalogCustomizer;
import io.mcpbridge.spring.model.EchoingModel;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.MDC;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;

/** Agents call tools as the user who asked, on any thread of their framework. */
class AgentUsersTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private static final EchoingModel MODEL = new EchoingModel();
  private static final TokenEndpoint AUTHORIZATION_SERVER = new TokenEndpoint();
  private static final SecuredApplication SECURED =
      new SecuredApplication(AUTHORIZATION_SERVER.url());
  private static final FakeMcpServer SERVER = FakeMcpServer.create();
  private static volatile Latch together = new Latch();
  private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    SERVER
        .tool("whoami")
        .handler(call -> FakeResult.text(call.received().header("Authorization")).after(together));
    context =
        SECURED.start(
            TenantConfiguration.class,
            MODEL.url(),
            "--mcp.client.servers.s.url=" + SERVER.url(),
            "--mcp.client.servers.s.auth.client-registration=" + SecuredApplication.USERS);
    assertThat(context.getBean(ToolCatalog.class).awaitReady(SOON)).isTrue();
  }

  @AfterAll
  static void stop() {
    context.close();
    SERVER.close();
    AUTHORIZATION_SERVER.close();
    MODEL.close();
  }

  @BeforeEach
  void forget() {
    SERVER.clearReceived();
    together = new Latch();
  }

  @ParameterizedTest
  @EnumSource
  void concurrentUsersAreIsolated(Agent agent) throws Exception {
    List<String> users = List.of("ada", "grace");
    Map<String, String> answers = new ConcurrentHashMap<>();
    List<Thread> threads =
        users.stream()
            .map(
                user ->
                    SecuredApplication.thread(
                        SECURED.permitted(user),
                        () -> answers.put(user, agent.ask(context, MODEL.url()))))
            .toList();

    threads.forEach(Thread::start);
    SERVER.awaitReceived("tools/call", agent.atOnce(users.size()), SOON);
    together.open();
    for (Thread thread : threads) {
      thread.join(SOON.toMillis());
    }

    assertThat(answers)
        .containsOnly(Map.entry("ada", "Bearer of-ada"), Map.entry("grace", "Bearer of-grace"));
  }

  @ParameterizedTest
  @EnumSource
  void modelReadsThatUserIsNotSignedIn(Agent agent) {
    assertThat(agent.ask(context, MODEL.url()))
        .isEqualTo("s__whoami is not authorized; a user must grant access first.");

    assertThat(SERVER.received("tools/call")).isEmpty();
  }

  /** The application's own context propagates like the signed-in user, for instance for its log. */
  @ParameterizedTest
  @EnumSource
  void propagatesApplicationContextBesideUser(Agent agent) throws Exception {
    together.open();
    Thread thread =
        SecuredApplication.thread(
            SECURED.permitted("ada"),
            () -> {
              MDC.put("tenant", "acme");
              agent.ask(context, MODEL.url());
            });
    thread.start();
    thread.join(SOON.toMillis());

    assertThat(SERVER.received("tools/call"))
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.header("Authorization")).isEqualTo("Bearer of-ada");
              assertThat(call.text()).contains("\"tenant\":\"acme\"");
            });
  }

  /** Beans of an application that logs the current tenant. */
  @Configuration(proxyBeanMethods = false)
  static class TenantConfiguration {

    @Bean
    ThreadContextProvider tenant() {
      return () -> new Tenant(MDC.get("tenant"));
    }

    private record Tenant(@Nullable String name) implements ThreadContextProvider.ContextSnapshot {
      @Override
      public <T extends @Nullable Object> T call(Supplier<T> call) {
        MDC.put("tenant", name);
        try {
          return call.get();
        } finally {
          MDC.remove("tenant");
        }
      }
    }

    /** Adds the tenant of the calling thread to the request. */
    @Bean
    ToolCatalogCustomizer showsTheTenant() {
      return catalog ->
          catalog.addWireInterceptor(
              chain -> {
                String tenant = MDC.get("tenant");
                return tenant == null
                    ? chain.proceed(chain.request())
                    : chain.proceed(
                        chain.request(),
                        chain.options().toBuilder().meta(Map.of("tenant", tenant)).build());
              });
    }
  }

  /** As when an application caches the tools of one user's request for another. */
  @Test
  void rejectsCallOfOtherUsersTool() {
    ToolCallback[] ofAda = RunAs.user(SECURED.permitted("ada"), this::callbacks);

    assertThatThrownBy(() -> RunAs.user(SECURED.permitted("grace"), () -> ofAda[0].call("{}")))
        .isInstanceOf(ToolExecutionException.class)
        .hasMessageContaining("not authorized");
    assertThat(SERVER.received("tools/call")).isEmpty();

    together.open();
    assertThat(ofAda[0].call("{}")).as("on a thread without a user").isEqualTo("Bearer of-ada");
  }

  /** Tools listed at startup, without a user, run as the calling user. */
  @Test
  void toolsListedWithoutUserRunAsCallingUser() {
    ToolCallback[] withoutUser = callbacks();
    together.open();

    assertThat(RunAs.user(SECURED.permitted("ada"), () -> withoutUser[0].call("{}")))
        .isEqualTo("Bearer of-ada");
  }

  /** Spring Security handles a call failure that the application does not catch. */
  @Test
  void unauthorizedUserIsRedirected() throws Exception {
    OAuth2AuthorizationRequestRedirectFilter filter =
        new OAuth2AuthorizationRequestRedirectFilter(SECURED.registrations());
    MockHttpServletResponse response = new MockHttpServletResponse();
    ToolCallback tool = RunAs.user(SecuredApplication.user("alan"), this::callbacks)[0];

    filter.doFilter(
        new MockHttpServletRequest("GET", "/chat"), response, (request, answer) -> tool.call("{}"));

    assertThat(response.getRedirectedUrl())
        .startsWith(
            "https://auth.example/authorize?response_type=code&client_id=client-of-keycloak");
  }

  private ToolCallback[] callbacks() {
    return context.getBean(McpToolCallbackProvider.class).getToolCallbacks();
  }
}
