package io.mcpbridge.spring.boot.autoconfigure;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.CreateMessageResult;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.CatalogApplication;
import io.mcpbridge.spring.boot.McpInputHandler;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Annotated methods answer server requests, per server. */
class McpInputHandlerTest {

  private static final String FORM =
      """
      {"type": "object", "properties": {"name": {"type": "string"}}}\
      """;

  private final FakeMcpServer files = FakeMcpServer.create().speaking("2025-11-25");
  private final FakeMcpServer otherServer = FakeMcpServer.create().speaking("2025-11-25");

  @BeforeEach
  void ask() {
    for (FakeMcpServer server : List.of(files, otherServer)) {
      asking(server, "form", FakeServerRequest.form("Who?", FORM));
      asking(server, "sampling", FakeServerRequest.sampling("Hi", 10));
      asking(server, "roots", FakeServerRequest.roots());
    }
  }

  private static void asking(FakeMcpServer server, String tool, FakeServerRequest question) {
    server
        .tool(tool)
        .handler(
            call -> {
              var answer = call.ask(question);
              return FakeResult.text(answer.error() == null ? answer.result().toJson() : "refused");
            });
  }

  @AfterEach
  void close() {
    files.close();
    otherServer.close();
  }

  private ApplicationContextRunner with(Class<?>... configurations) {
    return application("servers.files.url=" + files.url(), "servers.other.url=" + otherServer.url())
        .withUserConfiguration(configurations);
  }

  @Test
  void prefersServerSpecificHandler() {
    CatalogApplication.run(
        with(Methods.class),
        catalog -> {
          assertThat(call(catalog, "files__form", "{}").text()).contains("Ada of files");
          assertThat(call(catalog, "other__form", "{}").text()).contains("decline");
          assertThat(call(catalog, "files__roots", "{}").text()).contains("\"roots\":[]");
        });
  }

  /** Well-behaved servers do not request what the client has not declared. */
  @Test
  void declaresOnlyCapabilitiesOfServersHandlers() {
    CatalogApplication.run(
        with(Methods.class),
        catalog -> {
          assertThat(call(catalog, "other__roots", "{}").text()).isEqualTo("refused");
          assertThat(declaredTo(files)).contains("elicitation", "roots").doesNotContain("sampling");
          assertThat(declaredTo(otherServer)).contains("elicitation").doesNotContain("roots");
        });
  }

  private static String declaredTo(FakeMcpServer server) {
    return server.received("initialize").get(0).params().object("capabilities").toJson();
  }

  static class Methods {

    @McpInputHandler
    ElicitResult forAll(ElicitFormRequest form) {
      return ElicitResult.decline();
    }

    @McpInputHandler(servers = "files")
    private ElicitResult ofFiles(InputContext context, ElicitFormRequest form) {
      return ElicitResult.accept(Map.of("name", "Ada of " + context.server()));
    }

    @McpInputHandler(servers = {"files", "absent"})
    ListRootsResult roots(ListRootsRequest request) {
      return new ListRootsResult(List.of());
    }
  }

  @Test
  void handlerBeanMayBeServerSpecific() {
    CatalogApplication.run(
        with(Beans.class),
        catalog -> {
          assertThat(call(catalog, "files__sampling", "{}").text()).contains("of files");
          assertThat(call(catalog, "other__sampling", "{}").text()).contains("of all");
        });
  }

  @Configuration(proxyBeanMethods = false)
  static class Beans {

    @Bean
    @McpInputHandler(servers = "files")
    InputHandler<CreateMessageRequest, CreateMessageResult> ofFiles() {
      return (request, context) -> CreateMessageResult.text("of files", "model");
    }

    @Bean
    @Primary
    InputHandler<CreateMessageRequest, CreateMessageResult> ofAll() {
      return (request, context) -> CreateMessageResult.text("of all", "model");
    }

    @Bean
    InputHandler<CreateMessageRequest, CreateMessageResult> second() {
      return (request, context) -> CreateMessageResult.text("second", "model");
    }
  }

  @Test
  void handlerBeanMayDependOnCatalog() {
    CatalogApplication.run(
        with(Circle.class)
            .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class)),
        catalog -> assertThat(call(catalog, "files__form", "{}").text()).contains("Ada"));
  }

  static class Circle {

    Circle(McpToolCallbackProvider tools) {
      tools.getToolCallbacks();
    }

    @McpInputHandler
    ElicitResult form(ElicitFormRequest form) {
      return ElicitResult.accept(Map.of("name", "Ada"));
    }
  }

  @Test
  void failureOfHandlerMethodFailsRequest() {
    CatalogApplication.run(
        with(Failing.class),
        catalog -> {
          assertThat(call(catalog, "files__form", "{}").text()).contains("decline");
          assertThat(call(catalog, "files__roots", "{}").text()).isEqualTo("refused");
        });
  }

  static class Failing {

    @McpInputHandler
    ElicitResult form(ElicitFormRequest form) throws java.io.IOException {
      throw new java.io.IOException("on purpose");
    }

    @McpInputHandler
    ListRootsResult roots(ListRootsRequest request) {
      throw new IllegalStateException("on purpose");
    }
  }

  @Test
  void invalidHandlerPreventsStart() {
    failsWith(WrongResult.class, "WrongResult.form", "ElicitFormRequest -> ElicitResult");
    failsWith(WrongParameter.class, "WrongParameter.form", "ElicitFormRequest -> ElicitResult");
    failsWith(
        DuplicateHandlers.class,
        "DuplicateHandlers.first",
        "DuplicateHandlers.second",
        "of the MCP server 'files'");
  }

  private void failsWith(Class<?> configuration, String... words) {
    with(configuration)
        .run(
            context -> {
              assertThat(context).hasFailed();
              var analysis =
                  new InvalidMcpConfigurationFailureAnalyzer().analyze(context.getStartupFailure());
              assertThat(analysis.getDescription() + analysis.getAction()).contains(words);
            });
  }

  static class WrongResult {
    @McpInputHandler
    String form(ElicitFormRequest form) {
      return "";
    }
  }

  static class WrongParameter {
    @McpInputHandler
    ElicitResult form(ElicitFormRequest form, String name) {
      return ElicitResult.decline();
    }
  }

  static class DuplicateHandlers {
    @McpInputHandler(servers = "files")
    ElicitResult first(ElicitFormRequest form) {
      return ElicitResult.decline();
    }

    @McpInputHandler(servers = {"other", "files"})
    ElicitResult second(ElicitFormRequest form) {
      return ElicitResult.decline();
    }
  }
}
