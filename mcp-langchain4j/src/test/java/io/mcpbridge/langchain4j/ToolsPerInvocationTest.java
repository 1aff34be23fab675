package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.internal.access.ToolSetCache;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tools depend on the invocation, even for the same agent. */
class ToolsPerInvocationTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final FakeMcpServer ownOfAda = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private ToolCatalog catalog;

  @BeforeEach
  void connect() {
    server.tool("read").annotations("{\"readOnlyHint\": true}").returns("text");
    server.tool("purge").returns("purged");
    ownOfAda.tool("diary").returns("Dear diary");
    catalog = started(ToolCatalog.builder().server("files", server.transport()).build());
  }

  @AfterEach
  void close() {
    openAi.close();
    catalog.close();
    server.close();
    ownOfAda.close();
  }

  @Test
  void offersToolsByRole() {
    openAi.says("one").says("two");
    UserAssistant assistant = assistant(this::toolsOfRole);

    assistant.chat("Hello", InvocationParameters.from("role", "guest"));
    assistant.chat("Hello", InvocationParameters.from("role", "admin"));

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("files__read");
    assertThat(openAi.requests().get(1).functions()).containsKeys("files__read", "files__purge");
  }

  /** As after a conversation in which the tool was offered to another user. */
  @Test
  void rejectsToolsOfOtherInvocation() {
    McpToolProvider provider = provider(this::toolsOfRole);
    openAi.calls(new Call("c1", "files__purge", "{}")).says("sorry");
    UserAssistant assistant =
        AiServices.builder(UserAssistant.class)
            .chatModel(openAi.model())
            .toolProvider(provider)
            .hallucinatedToolNameStrategy(
                request -> ToolExecutionResultMessage.from(request, "no such tool"))
            .build();

    assistant.chat("Purge!", InvocationParameters.from("role", "guest"));

    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("c1", "no such tool");
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void selectsCatalogPerUser() {
    openAi.calls(new Call("c1", "mine__diary", "{}")).says("one").says("two");
    try (ToolCatalog ofAda =
        started(ToolCatalog.builder().server("mine", ownOfAda.transport()).build())) {
      Map<String, ToolSet> toolsByUser = Map.of("ada", ofAda);
      UserAssistant assistant =
          assistant(
              context ->
                  toolsByUser.getOrDefault(context.invocationParameters().get("user"), catalog));

      assistant.chat("Read my diary", InvocationParameters.from("user", "ada"));
      assistant.chat("Read my diary", InvocationParameters.from("user", "alan"));
    }

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("mine__diary");
    assertThat(openAi.requests().get(1).toolMessages()).containsEntry("c1", "Dear diary");
    assertThat(openAi.requests().get(2).functions())
        .containsOnlyKeys("files__read", "files__purge");
  }

  /** An agent's selection applies to whatever an invocation may use. */
  @Test
  void selectionOfAgentAppliesToToolsOfInvocationAndAdditionalTools() {
    openAi.says("one").says("two");
    try (ToolCatalog ofAda =
        started(ToolCatalog.builder().server("mine", ownOfAda.transport()).build())) {
      McpToolProvider all =
          McpToolProvider.builder()
              .tools(catalog)
              .toolsPerInvocation(this::toolsOfRole)
              .additionalTools(() -> ofAda)
              .build();
      UserAssistant assistant =
          AiServices.builder(UserAssistant.class)
              .chatModel(openAi.model())
              .toolProvider(all.forTools(ToolSelection.builder().include("purge", "diary").build()))
              .build();

      assistant.chat("Hello", InvocationParameters.from("role", "guest"));
      assistant.chat("Hello", InvocationParameters.from("role", "admin"));
    }

    assertThat(openAi.requests().get(0).functions()).containsOnlyKeys("mine__diary");
    assertThat(openAi.requests().get(1).functions())
        .containsOnlyKeys("files__purge", "mine__diary");
  }

  /** Better no answer than the tools of another user. */
  @Test
  void failureOfSelectionOffersNoTools() {
    UserAssistant assistant =
        assistant(
            context -> {
              throw new IllegalStateException("who is it?");
            });

    assertThatThrownBy(() -> assistant.chat("Hello", new InvocationParameters()))
        .hasStackTraceContaining("who is it?");
    assertThat(openAi.requests()).isEmpty();
  }

  @Test
  void cachesSpecificationsPerToolSet() {
    ToolView readers = readers();
    McpToolProvider provider = provider(context -> readers);
    InvocationContext anybody =
        InvocationContext.builder().invocationParameters(new InvocationParameters()).build();

    assertThat(provider.provideTools(Requests.withContext(anybody)))
        .isSameAs(provider.provideTools(Requests.withContext(anybody)))
        .isNotSameAs(provider.provideTools(null));
  }

  /** As LangChain4j's McpAgent does, which provides no invocation. */
  @Test
  void missingInvocationOffersNoTools() {
    McpToolProvider provider = provider(context -> catalog);

    assertThat(provider.provideTools(null).aiServiceTools()).isEmpty();
    assertThat(McpToolProvider.of(catalog).provideTools(null).aiServiceTools()).hasSize(2);
  }

  @Test
  void evictsShortLivedViews() {
    InvocationContext guest = inRole("guest");
    InvocationContext admin = inRole("admin");
    McpToolProvider provider = provider(this::toolsOfRole);
    ToolProviderResult ofNobody = provider.provideTools(null);
    ToolProviderResult ofAdmin = provider.provideTools(Requests.withContext(admin));

    try (CapturedLog log = new CapturedLog(McpToolProvider.class)) {
      for (int i = 0; i <= ToolSetCache.MAX_ENTRIES; i++) {
        provider.provideTools(Requests.withContext(guest));
        assertThat(provider.provideTools(Requests.withContext(admin))).isSameAs(ofAdmin);
      }
      assertThat(log.lines()).singleElement().asString().contains("toolsPerInvocation");
    }

    assertThat(provider.provideTools(null)).isNotSameAs(ofNobody);
  }

  private static InvocationContext inRole(String role) {
    return InvocationContext.builder()
        .invocationParameters(InvocationParameters.from("role", role))
        .build();
  }

  /** With everything that its catalog refers to, such as its user, and without another request. */
  @Test
  void evictsClosedCatalogs() {
    ownOfAda.tool("odd").inputSchema("{\"type\": \"string\"}");
    InvocationContext anybody = InvocationContext.builder().build();
    AtomicReference<ToolSet> tools = new AtomicReference<>();
    McpToolProvider provider = provider(context -> tools.get());
    try (CapturedLog quiet = new CapturedLog(McpToolProvider.class);
        ToolCatalog ofAda =
            started(ToolCatalog.builder().server("mine", ownOfAda.transport()).build())) {
      tools.set(ofAda);
      provider.provideTools(Requests.withContext(anybody));
      assertThat(provider.schemaReports()).hasSize(1);
    }
    assertThat(provider.schemaReports()).isEmpty();

    // by a request that uses the closed catalog
    provider.provideTools(Requests.withContext(anybody));

    assertThat(provider.schemaReports()).isEmpty();
  }

  private ToolSet toolsOfRole(InvocationContext context) {
    return context.invocationParameters().get("role").equals("admin") ? catalog : readers();
  }

  private ToolView readers() {
    return catalog.view(ToolSelection.builder().include(ToolPattern.any().readOnly()).build());
  }

  private UserAssistant assistant(Function<InvocationContext, ToolSet> choice) {
    return AiServices.builder(UserAssistant.class)
        .chatModel(openAi.model())
        .toolProvider(provider(choice))
        .build();
  }

  private McpToolProvider provider(Function<InvocationContext, ToolSet> choice) {
    return McpToolProvider.builder().tools(catalog).toolsPerInvocation(choice).build();
  }

  private static ToolCatalog started(ToolCatalog catalog) {
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    return catalog;
  }
}
