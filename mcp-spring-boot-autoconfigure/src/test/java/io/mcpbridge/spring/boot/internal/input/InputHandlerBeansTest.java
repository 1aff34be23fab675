package io.mcpbridge.spring.boot.internal.input;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputInterceptor;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.Root;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.CatalogApplication;
import io.mcpbridge.spring.boot.McpInputHandler;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans handle server requests, and may depend on beans that use the servers' tools. */
@ExtendWith(OutputCaptureExtension.class)
class InputHandlerBeansTest {

  private static final String FORM =
      """
      {"method": "elicitation/create", "params": {"mode": "form", "message": "Who?",
       "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}}\
      """;
  private static final String URL =
      """
      {"method": "elicitation/create", "params": {"mode": "url", "message": "Pay",
       "url": "https://example.com/pay"}}\
      """;
  private static final String ROOTS = "{\"method\": \"roots/list\"}";
  private static final String SAMPLING =
      """
      {"method": "sampling/createMessage", "params": {"maxTokens": 10, "messages":
       [{"role": "user", "content": {"type": "text", "text": "Hi"}}]}}\
      """;

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  /** A tool that requests one input and returns it. */
  private void asking(String tool, String question) {
    server
        .tool(tool)
        .handler(
            call ->
                call.inputResponses().has("it")
                    ? FakeResult.text(call.inputResponses().toJson())
                    : FakeResult.inputRequired("{\"it\": " + question + "}", null));
  }

  @Test
  void oneHandlerBeanPerRequestType() {
    asking("form", FORM);
    asking("roots", ROOTS);
    asking("sampling", SAMPLING);
    CatalogApplication.run(
        application("servers.s.url=" + server.url()).withUserConfiguration(SingleHandlers.class),
        catalog -> {
          assertThat(call(catalog, "s__form", "{}").text()).contains("Ada");
          assertThat(call(catalog, "s__roots", "{}").text()).contains("file:///data");
          assertThat(call(catalog, "s__sampling", "{}").text()).contains("Hello");
          assertThat(SingleHandlers.SEEN)
              .containsExactly("elicitation/create", "roots/list", "sampling/createMessage");
        });
  }

  @Test
  void elicitationsWaitForUserWhereNoOtherBeanHandlesThem() {
    asking("form", FORM);
    asking("url", URL);
    CatalogApplication.run(
        application("servers.s.url=" + server.url()).withUserConfiguration(StoredUrls.class),
        catalog -> {
          assertThat(call(catalog, "s__form", "{}").text()).contains("Ada");
          assertThat(StoredUrls.REQUESTED).isEmpty();
          assertThat(call(catalog, "s__url", "{}").text()).contains("decline");
          assertThat(StoredUrls.REQUESTED).containsExactly("s: Pay");
        });
  }

  @Configuration(proxyBeanMethods = false)
  static class StoredUrls {

    static final List<String> REQUESTED = new CopyOnWriteArrayList<>();

    @Bean
    InputHandler<ElicitFormRequest, ElicitResult> forms() {
      return (form, context) -> ElicitResult.accept(Map.of("name", "Ada"));
    }

    @Bean
    McpElicitations elicitations(McpApprovals approvals) {
      McpElicitations elicitations = approvals.elicitations();
      approvals.addListener(
          new McpApprovals.Listener() {
            @Override
            public void elicitationRequested(PendingElicitation visit) {
              REQUESTED.add(visit.server() + ": " + visit.message());
              elicitations.answerAsApprover(visit.id(), "ops", ElicitResult.decline());
            }
          });
      return elicitations;
    }
  }

  @Test
  void warnsOnceOfServerThatDoesNotExist(CapturedOutput output) {
    CatalogApplication.run(
        application("servers.files.url=" + server.url(), "servers.off.enabled=false")
            .withUserConfiguration(MisspelledServers.class),
        catalog -> catalog.refresh());

    assertThat(output.getOut().lines())
        .filteredOn(line -> line.contains("No MCP server is named"))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).contains("\"flies\"", "'forms')", "similar names: \"files\""),
            line ->
                assertThat(line)
                    .contains(
                        "\"nosuch\" (setting: @McpInputHandler of ",
                        "MisspelledServers$Handlers.roots); there are 2, such as \"files\""));
  }

  @Configuration(proxyBeanMethods = false)
  static class MisspelledServers {

    @Bean
    Forms forms() {
      return new Forms();
    }

    @Bean
    Handlers handlers() {
      return new Handlers();
    }

    @McpInputHandler(servers = {"flies", "off"})
    static class Forms implements InputHandler<ElicitFormRequest, ElicitResult> {

      @Override
      public ElicitResult handle(ElicitFormRequest form, InputContext context) {
        return ElicitResult.decline();
      }
    }

    static class Handlers {

      @McpInputHandler(servers = {"nosuch", "files"})
      ListRootsResult roots(ListRootsRequest request) {
        return new ListRootsResult(List.of());
      }
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class SingleHandlers {

    static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @Bean
    InputHandler<ElicitFormRequest, ElicitResult> forms() {
      return (form, context) -> ElicitResult.accept(Map.of("name", "Ada"));
    }

    @Bean
    InputHandler<ListRootsRequest, ListRootsResult> roots() {
      return (request, context) -> new ListRootsResult(List.of(Root.of(Path.of("/data"))));
    }

    @Bean
    InputHandler<CreateMessageRequest, CreateMessageResult> sampling() {
      return (request, context) -> CreateMessageResult.text("Hello", "model");
    }

    @Bean
    InputInterceptor audit() {
      return (request, context, next) -> {
        SEEN.add(request.method());
        return next.handle(request, context);
      };
    }
  }

  /** Stands for a chat client that handlers depend on: it reads all tools when created. */
  record Chat(int tools) {
    Chat(McpToolCallbackProvider provider) {
      this(provider.getToolCallbacks().length);
    }
  }

  @Test
  void handlersMayDependOnCatalog() {
    asking("roots", ROOTS);
    CatalogApplication.run(
        application("servers.s.url=" + server.url())
            .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class))
            .withUserConfiguration(Circle.class),
        catalog -> assertThat(call(catalog, "s__roots", "{}").text()).contains("file:///data"));
  }

  @Configuration(proxyBeanMethods = false)
  static class Circle {

    @Bean
    Chat chat(McpToolCallbackProvider tools) {
      return new Chat(tools);
    }

    @Bean
    InputHandlers handlers(Chat chat) {
      return InputHandlers.builder()
          .listRoots((request, context) -> new ListRootsResult(List.of(Root.of(Path.of("/data")))))
          .build();
    }
  }

  @Test
  void singleHandlerMayDependOnCatalog() {
    asking("form", FORM);
    CatalogApplication.run(
        application("servers.s.url=" + server.url())
            .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class))
            .withUserConfiguration(SmallCircle.class),
        catalog -> assertThat(call(catalog, "s__form", "{}").text()).contains("Ada"));
  }

  @Configuration(proxyBeanMethods = false)
  static class SmallCircle {

    @Bean
    Chat chat(McpToolCallbackProvider tools) {
      return new Chat(tools);
    }

    @Bean
    InputHandler<ElicitFormRequest, ElicitResult> forms(Chat chat) {
      return (form, context) -> ElicitResult.accept(Map.of("name", "Ada"));
    }
  }

  @Test
  void approvalPolicyMayDependOnCatalog() {
    server.tool("ping").returns("pong");
    CatalogApplication.run(
        application("servers.s.url=" + server.url())
            .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class))
            .withUserConfiguration(PolicyCircle.class),
        catalog -> assertThat(call(catalog, "s__ping", "{}").isError()).isTrue());
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Configuration(proxyBeanMethods = false)
  static class PolicyCircle {

    @Bean
    Chat chat(McpToolCallbackProvider tools) {
      return new Chat(tools);
    }

    @Bean
    ApprovalPolicy policy(Chat chat) {
      return ApprovalPolicy.builder().deny("*").build();
    }
  }

  @Test
  void rejectsTwoApprovalPolicies() {
    application()
        .withBean("one", ApprovalPolicy.class, ApprovalPolicy::allowAll)
        .withBean("two", ApprovalPolicy.class, ApprovalPolicy::allowAll)
        .run(context -> assertThat(context).getFailure().hasMessageContaining("found 2: one,two"));
  }

  @Test
  void listenersMayDependOnCatalogAndFail() throws Exception {
    server.tool("ping").returns("pong");
    ListenerCircle.FINISHED.clear();
    CatalogApplication.run(
        application("servers.s.url=" + server.url())
            .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class))
            .withUserConfiguration(ListenerCircle.class),
        catalog -> call(catalog, "s__ping", "{}"));

    assertThat(ListenerCircle.FINISHED.poll(60, TimeUnit.SECONDS)).isEqualTo("s__ping");
  }

  @Configuration(proxyBeanMethods = false)
  static class ListenerCircle {

    static final BlockingQueue<String> FINISHED = new LinkedBlockingQueue<>();

    @Bean
    Chat chat(McpToolCallbackProvider tools) {
      return new Chat(tools);
    }

    @Bean
    CatalogListener failing(Chat chat) {
      return new CatalogListener() {
        @Override
        public void callFinished(CallEvent call, CallOutcome outcome) {
          throw new IllegalStateException("on purpose");
        }
      };
    }

    @Bean
    CatalogListener watching(Chat chat) {
      return new CatalogListener() {
        @Override
        public void callFinished(CallEvent call, CallOutcome outcome) {
          FINISHED.add(call.modelName());
        }
      };
    }
  }
}
