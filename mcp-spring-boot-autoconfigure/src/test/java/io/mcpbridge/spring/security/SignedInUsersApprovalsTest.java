package io.mcpbridge.spring.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.context.ApplicationContext;
import org.springframework.security.core.Authentication;

/** One user's "allow always" does not apply to other users. */
class SignedInUsersApprovalsTest {

  private static final Authentication ADA = SecuredApplication.user("ada");
  private static final Authentication GRACE = SecuredApplication.user("grace");

  private final FakeMcpServer server = FakeMcpServer.create();
  private final TokenEndpoint authorizationServer = new TokenEndpoint();
  private final SecuredApplication secured = new SecuredApplication(authorizationServer.url());
  private final List<String> approvingUsers = new CopyOnWriteArrayList<>();

  SignedInUsersApprovalsTest() {
    server.tool("purge").returns("purged");
  }

  @AfterEach
  void close() {
    server.close();
    authorizationServer.close();
  }

  private void run(Consumer<ApplicationContext> check) {
    secured
        .application("servers.files.url=" + server.url(), "servers.files.approval.ask=purge")
        .withBean(
            ApprovalHandler.class,
            () ->
                ApprovalHandler.of(
                    request -> {
                      approvingUsers.add(String.valueOf(request.user()));
                      return ApprovalDecision.allowAlways();
                    }))
        .run(
            context -> {
              assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60)))
                  .isTrue();
              check.accept(context);
            });
  }

  private static <T> T as(@Nullable Authentication user, Supplier<T> work) {
    return user == null ? work.get() : RunAs.user(user, work);
  }

  private static ToolCallback callback(ApplicationContext context) {
    return context.getBean(McpToolCallbackProvider.class).getToolCallbacks()[0];
  }

  private static String langChain4j(ApplicationContext context) {
    ToolExecutionRequest request =
        ToolExecutionRequest.builder().id("1").name("files__purge").arguments("{}").build();
    return context
        .getBean(McpToolProvider.class)
        .provideTools(null)
        .aiServiceTools()
        .get(0)
        .toolExecutor()
        .executeWithContext(request, null)
        .resultText();
  }

  private static String directly(ApplicationContext context) {
    return context
        .getBean(ToolCatalog.class)
        .call("files__purge", "{}", CallOptions.defaults())
        .text();
  }

  /** Whichever way the users call the tool. */
  @Test
  void asksEachUserOnce() {
    run(
        context -> {
          for (Authentication user : new Authentication[] {ADA, GRACE, ADA, null, GRACE, null}) {
            assertThat(as(user, () -> callback(context).call("{}"))).isEqualTo("purged");
            assertThat(as(user, () -> langChain4j(context))).isEqualTo("purged");
            assertThat(as(user, () -> directly(context))).isEqualTo("purged");
          }
          assertThat(approvingUsers).containsExactly("ada", "grace", "null");
          assertThat(server.received("tools/call")).hasSize(18);
        });
  }

  /** On another user's thread the call runs without a user. */
  @Test
  void approvalOfOneUserDoesNotApplyToAnother() {
    run(
        context -> {
          ToolCallback ofAda = as(ADA, () -> callback(context));
          ofAda.call("{}");
          assertThat(approvingUsers).containsExactly("ada");

          as(GRACE, () -> ofAda.call("{}"));

          assertThat(approvingUsers).containsExactly("ada", "null");
        });
  }
}
