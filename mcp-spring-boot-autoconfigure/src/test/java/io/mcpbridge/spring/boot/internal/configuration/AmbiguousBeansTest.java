package io.mcpbridge.spring.boot.internal.configuration;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.config.InputPrompt;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputInterceptor;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.Root;
import io.mcpbridge.spring.boot.CatalogApplication;
import io.mcpbridge.spring.boot.McpInputHandler;
import io.mcpbridge.spring.boot.ToolCatalogCustomizer;
import io.mcpbridge.spring.boot.autoconfigure.McpServersFilesAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;

/** Startup fails if two beans of a type exist where one is expected, before creating either. */
@ExtendWith(OutputCaptureExtension.class)
class AmbiguousBeansTest {

  private static final BeanDefinitionCustomizer LAZY = it -> it.setLazyInit(true);

  private static final String FORM =
      """
      {"method": "elicitation/create", "params": {"mode": "form", "message": "Who?",
       "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}}\
      """;
  private static final String[] ASKING = {"servers.a.command=npx", "servers.a.approval.ask=drop"};

  private static void fails(ApplicationContextRunner application, String... words) {
    application.run(
        context ->
            assertThat(context)
                .getFailure()
                .extracting(AmbiguousBeansTest::ours)
                .asInstanceOf(THROWABLE)
                .isInstanceOf(InvalidMcpConfigurationException.class)
                .hasMessageContainingAll(words));
  }

  private static @Nullable Throwable ours(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof InvalidMcpConfigurationException)) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** A lambda's type; the bean must not be created to determine it. */
  private static <T> T neverMade() {
    throw new IllegalStateException("it was made");
  }

  @Test
  void rejectsTwoInputHandlersWithoutPrimary() {
    fails(
        application()
            .withBean("pageForms", InputHandlers.class, AmbiguousBeansTest::neverMade, LAZY)
            .withBean("terminalForms", InputHandlers.class, AmbiguousBeansTest::neverMade, LAZY),
        "InputHandlers",
        "'pageForms', 'terminalForms'");
    application()
        .withBean(
            "pageForms",
            InputHandlers.class,
            AmbiguousBeansTest::neverMade,
            LAZY,
            it -> it.setPrimary(true))
        .withBean("terminalForms", InputHandlers.class, AmbiguousBeansTest::neverMade, LAZY)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void rejectsTwoApprovalHandlersWithoutFallback() {
    fails(
        application(ASKING)
            .withBean("web", ApprovalHandler.class, AmbiguousBeansTest::neverMade, LAZY)
            .withBean("mail", ApprovalHandler.class, AmbiguousBeansTest::neverMade, LAZY),
        "ApprovalHandler",
        "'mail', 'web'");
    application(ASKING)
        .withBean("web", ApprovalHandler.class, AmbiguousBeansTest::neverMade, LAZY)
        .withBean(
            "mail",
            ApprovalHandler.class,
            AmbiguousBeansTest::neverMade,
            LAZY,
            it -> it.setFallback(true))
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void rejectsTwoInputPrompts() {
    fails(
        application("config-files.global=/no/such/file.json")
            .withConfiguration(AutoConfigurations.of(McpServersFilesAutoConfiguration.class))
            .withBean("page", InputPrompt.class, AmbiguousBeansTest::neverMade, LAZY)
            .withBean("terminal", InputPrompt.class, AmbiguousBeansTest::neverMade, LAZY),
        "InputPrompt",
        "'page', 'terminal'");
  }

  @Lazy
  @Configuration(proxyBeanMethods = false)
  static class TwoForms {

    @Bean
    InputHandler<ElicitFormRequest, ElicitResult> pageForms() {
      return neverMade();
    }

    @Bean
    InputHandler<ElicitFormRequest, ElicitResult> terminalForms() {
      return neverMade();
    }
  }

  @Lazy
  @Configuration(proxyBeanMethods = false)
  static class OneAndAnotherInReserve {

    @Bean
    InputHandler<ElicitFormRequest, ElicitResult> pageForms() {
      return neverMade();
    }

    @Bean
    @Fallback
    InputHandler<ElicitFormRequest, ElicitResult> terminalForms() {
      return neverMade();
    }
  }

  @Test
  void rejectsTwoHandlersForSameRequestType() {
    fails(
        application().withUserConfiguration(TwoForms.class),
        "ElicitFormRequest",
        "'pageForms'",
        "'terminalForms'");
    application()
        .withUserConfiguration(OneAndAnotherInReserve.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Configuration(proxyBeanMethods = false)
  static class OfAncestor {

    static final String ASKED = "the ancestor's bean was asked";

    @Bean
    InputHandler<ElicitFormRequest, ElicitResult> forms() {
      return (form, context) -> ElicitResult.decline();
    }

    @McpInputHandler
    ListRootsResult roots(ListRootsRequest request) {
      return new ListRootsResult(List.of(Root.of(Path.of("/data"))));
    }

    @Bean
    ApprovalHandler approval() {
      return ApprovalHandler.of(request -> ApprovalDecision.deny(ASKED));
    }
  }

  @Lazy
  @Configuration(proxyBeanMethods = false)
  static class Nearer {
    @Primary
    @Bean
    InputHandlers handlers() {
      return neverMade();
    }
  }

  /** As for a server that the properties define. */
  @Test
  void reportsInvalidCustomizerLikeInvalidProperty() {
    fails(
        application("servers.a.command=npx")
            .withBean(
                ToolCatalogCustomizer.class,
                () -> catalog -> catalog.server("a", StdioTransport.builder("npx").build())),
        "The ToolCatalogCustomizer ",
        "there are two servers named \"a\"");
  }

  /** The nearest context that has one wins, as with other beans. */
  @Test
  void usesBeansOfParentContext(CapturedOutput output) {
    try (FakeMcpServer server = FakeMcpServer.create();
        AnnotationConfigApplicationContext ancestor =
            new AnnotationConfigApplicationContext(OfAncestor.class)) {
      asking(server, "form", FORM);
      asking(server, "roots", "{\"method\": \"roots/list\"}");
      server.tool("drop");
      String[] properties = {"servers.s.url=" + server.url(), "servers.s.approval.ask=drop"};
      CatalogApplication.run(
          application(properties).withParent(ancestor),
          catalog -> {
            assertThat(call(catalog, "s__form", "{}").text()).contains("decline");
            assertThat(call(catalog, "s__roots", "{}").text()).contains("file:///data");
            assertThat(call(catalog, "s__drop", "{}").text()).contains(OfAncestor.ASKED);
          });
      application(properties)
          .withParent(ancestor)
          .withUserConfiguration(Nearer.class)
          .run(context -> assertThat(context).hasNotFailed());
    }
    assertThat(output).contains("Overridden by the bean 'handlers'", "'forms'", "OfAncestor.roots");
  }

  private static void asking(FakeMcpServer server, String tool, String question) {
    server
        .tool(tool)
        .handler(
            call ->
                call.inputResponses().has("it")
                    ? FakeResult.text(call.inputResponses().toJson())
                    : FakeResult.inputRequired("{\"it\": " + question + "}", null));
  }

  @Configuration(proxyBeanMethods = false)
  static class AllHandlers {
    @Bean
    InputHandlers allHandlers() {
      return InputHandlers.none();
    }

    @Bean
    InputInterceptor audit() {
      return (request, context, next) -> next.handle(request, context);
    }

    @McpInputHandler
    ListRootsResult roots(ListRootsRequest request) {
      return new ListRootsResult(List.of());
    }
  }

  @Test
  void warnsOfHandlersIgnoredBesideInputHandlers(CapturedOutput output) {
    application()
        .withUserConfiguration(AllHandlers.class, OneAndAnotherInReserve.class)
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(output.getOut().lines().filter(line -> line.contains("Overridden by")))
        .singleElement()
        .asString()
        .contains("the bean 'allHandlers' of the type InputHandlers: ")
        .contains("'audit'", "'pageForms'", "'terminalForms'", "AllHandlers.roots");
  }

  @Test
  void ignoresAmbiguityWithOwnCatalog() {
    application(ASKING)
        .withBean(ToolCatalog.class, () -> ToolCatalog.builder().build())
        .withBean("pageForms", InputHandlers.class, AmbiguousBeansTest::neverMade, LAZY)
        .withBean("terminalForms", InputHandlers.class, AmbiguousBeansTest::neverMade, LAZY)
        .run(context -> assertThat(context).hasNotFailed());
  }
}
