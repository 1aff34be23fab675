package com.example.headers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.McpServerCustomizer;
import io.mcpbridge.spring.model.EchoingModel;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** An application that sends headers per user, without OAuth. */
class SendAHeaderPerUserTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  @AfterEach
  void signOut() {
    SecurityContextHolder.clearContext();
    TenantContext.TENANT.remove();
  }

  @Test
  void sendsHeadersOfUserAndTenant() {
    try (FakeMcpServer server = FakeMcpServer.create();
        EchoingModel model = new EchoingModel()) {
      server
          .tool("headers")
          .handler(
              call ->
                  FakeResult.text(
                      call.received().header("X-Api-Key")
                          + ", "
                          + call.received().header("X-Tenant")));
      try (ConfigurableApplicationContext context =
          Applications.start(
              Desk.class,
              "--spring.ai.openai.base-url=" + model.url(),
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.crm.url=" + server.url(),
              "--mcp.client.servers.reports.url=" + server.url())) {
        ToolCatalog tools = context.getBean(ToolCatalog.class);
        assertThat(tools.awaitReady(SOON)).isTrue();

        signIn("ada");
        assertThat(call(tools, "crm__headers")).isEqualTo("key-of-ada, null");
        signIn("bob");
        assertThat(call(tools, "crm__headers")).isEqualTo("key-of-bob, null");

        TenantContext.TENANT.set("north");
        ChatClient chat = ChatClient.create(context.getBean(ChatModel.class));
        ToolView reports =
            tools.view(
                ToolSelection.builder().include(ToolPattern.any().ofServers("reports")).build());
        McpToolCallbackProvider mcpTools =
            context.getBean(McpToolCallbackProvider.class).forTools(reports);
        assertThat(
                chat.prompt("Which?").toolCallbacks(mcpTools).stream()
                    .content()
                    .collectList()
                    .block(SOON))
            .contains("null, north");

        TenantContext.TENANT.remove();
        CallOptions options = CallOptions.builder().header("X-Tenant", "acme").build();
        String text = tools.call("reports__headers", "{}", options).text();
        assertThat(text).isEqualTo("null, acme");
      }
    }
  }

  private static void signIn(String name) {
    SecurityContextHolder.getContext()
        .setAuthentication(
            UsernamePasswordAuthenticationToken.authenticated(name, null, List.of()));
  }

  private static String call(ToolCatalog tools, String name) {
    return tools.call(name, "{}", CallOptions.defaults()).text();
  }

  record ApiKeys() {

    String keyOf(String user) {
      return "key-of-" + user;
    }
  }

  static String keyOfUser(ApiKeys keys) {
    Authentication user = SecurityContextHolder.getContext().getAuthentication();
    return user == null || user instanceof AnonymousAuthenticationToken
        ? null
        : keys.keyOf(user.getName());
  }

  static final class TenantContext implements ThreadContextProvider {

    static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    @Override
    public ContextSnapshot capture() {
      String tenant = TENANT.get();
      return tenant == null ? NOTHING : new OfTenant(tenant);
    }

    private record OfTenant(String user) implements ContextSnapshot {

      @Override
      public <T> T call(Supplier<T> call) {
        String before = TENANT.get();
        TENANT.set(user);
        try {
          return call.get();
        } finally {
          TENANT.set(before);
        }
      }
    }
  }

  @SpringBootApplication
  static class Desk {

    @Bean
    McpServerCustomizer headersPerUser(ApiKeys keys) {
      return new McpServerCustomizer() {
        @Override
        public void http(String server, HttpTransportBuilder<?> transport) {
          switch (server) {
            case "crm" -> transport.header("X-Api-Key", () -> keyOfUser(keys));
            case "reports" -> transport.header("X-Tenant", TenantContext.TENANT::get);
            default -> {}
          }
        }
      };
    }

    @Bean
    ThreadContextProvider tenantContext() {
      return new TenantContext();
    }

    @Bean
    ApiKeys apiKeys() {
      return new ApiKeys();
    }
  }
}
