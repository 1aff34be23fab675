package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolNameMapper;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.endpoint.McpEndpoint;
import io.mcpbridge.spring.event.McpEvent;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/** ChatClients with tools without the server's prefix, or with the names of a mapper bean. */
class ToolNamesChatTest {

  private static final BlockingQueue<String> CALLED = new LinkedBlockingQueue<>();

  @RegisterExtension final OpenAiStub model = new OpenAiStub();

  private final FakeMcpServer files = FakeMcpServer.create();
  private final FakeMcpServer notes = FakeMcpServer.create();
  private ConfigurableApplicationContext context;

  /** Not annotated, so that the other tests' scans do not find it. */
  @Import(ChatApplication.class)
  static class WithMapper {

    @Bean
    ToolNameMapper toolNameMapper() {
      return (server, tool) -> server + "-" + tool;
    }
  }

  /** Not annotated, so that the other tests' scans do not find it. */
  @Import(ChatApplication.class)
  static class ListeningApplication {

    @EventListener
    void called(McpEvent.CallFinished event) {
      CALLED.add(event.call().modelName());
    }
  }

  @BeforeEach
  void script() {
    CALLED.clear();
    files.tool("read").description("Reads a file.").returns("file");
    files.tool("delete").returns("deleted");
    notes.tool("read").returns("note");
  }

  @AfterEach
  void stop() {
    context.close();
    files.close();
    notes.close();
  }

  private void start(Class<?> application, String... properties) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--spring.ai.openai.base-url=" + model.url(),
                "--spring.ai.openai.api-key=none",
                "--mcp.client.servers.files.url=" + files.url()));
    Arrays.stream(properties)
        .map(property -> ("--mcp.client." + property).replace("mcp.client./", ""))
        .forEach(all::add);
    context = Applications.start(application, all.toArray(String[]::new));
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private ChatClient.ChatClientRequestSpec prompt() {
    return prompt(context.getBean(McpToolCallbackProvider.class));
  }

  private ChatClient.ChatClientRequestSpec prompt(McpToolCallbackProvider tools) {
    return context.getBean(ChatClient.Builder.class).build().prompt("Go").toolCallbacks(tools);
  }

  /** A call may be reported as finished just after its result was handed on. */
  private static List<String> nextCalled(int count) throws InterruptedException {
    List<String> called = new ArrayList<>();
    while (called.size() < count) {
      String next = CALLED.poll(60, TimeUnit.SECONDS);
      assertThat(next).as("after %s", called).isNotNull();
      called.add(next);
    }
    return called;
  }

  private String result(int request) {
    return model.requests().get(request).toolResults().toString();
  }

  @Test
  void modelCallsToolsWithoutPrefix() throws InterruptedException {
    start(
        ListeningApplication.class,
        "servers.files.tool-name-prefix=false",
        "/management.endpoints.web.exposure.include=mcp",
        "servers.files.approval.deny=files__delete",
        "servers.notes.url=" + notes.url());
    model.callsTool("read", "{}").callsTool("delete", "{}").callsTool("files__read", "{}");
    model.callsTool("notes__read", "{}").says("done");

    assertThat(prompt().call().content()).isEqualTo("done");

    assertThat(model.requests().get(0).toolNames())
        .containsExactlyInAnyOrder("read", "delete", "notes__read");
    assertThat(result(1)).contains("file");
    assertThat(result(2)).contains("delete did not run");
    assertThat(result(3)).as("as models remember it").contains("file");
    assertThat(result(4)).contains("note");
    assertThat(nextCalled(4)).containsExactly("read", "delete", "read", "notes__read");
    assertThat(context.getBean(McpEndpoint.class).server("files").toString())
        .contains("modelName=read,");
  }

  @Test
  void modelCallsToolsByNamesOfMapperBean() {
    start(
        WithMapper.class,
        "servers.notes.url=" + notes.url(),
        "servers.notes.tool-name-prefix=false");
    model.callsTool("files-read", "{}").callsTool("read", "{}").says("done");

    assertThat(prompt().call().content()).isEqualTo("done");

    assertThat(model.requests().get(0).toolNames())
        .containsExactlyInAnyOrder("files-read", "files-delete", "read");
    assertThat(result(1)).contains("file");
    assertThat(result(2)).contains("note");
  }

  @Test
  void modelFindsAndCallsToolsWithoutPrefix() {
    start(
        ChatApplication.class,
        "defaults.tool-name-prefix=false",
        "tool-search.mode=always",
        "tool-search.always-visible=files__delete");
    model
        .callsTool("search_tools", "{\"queries\": [\"read a file\"]}")
        .callsTool("call_tool", "{\"name\": \"read\", \"arguments\": {}}")
        .says("done");

    assertThat(prompt().call().content()).isEqualTo("done");

    assertThat(model.requests().get(0).toolNames())
        .containsExactly("search_tools", "describe_tool", "call_tool", "delete");
    assertThat(result(1)).contains("- read(");
    assertThat(result(2)).contains("file");
  }

  @Test
  void returnDirectMatchesNameOfModel() {
    start(
        ChatApplication.class,
        "defaults.tool-name-prefix=false",
        "spring-ai.return-direct=files__read");
    model.callsTool("read", "{}");

    assertThat(prompt().call().content()).contains("file");
    assertThat(model.requests()).hasSize(1);
  }

  /** Otherwise Spring AI would refuse the whole request. */
  @Test
  void additionalToolWithNameInUseIsLeftOut() {
    start(ChatApplication.class, "defaults.tool-name-prefix=false");
    model.callsTool("read", "{}").says("done");
    ServerOptions noPrefix = ServerOptions.builder().toolNamePrefix(false).build();
    try (ToolCatalog ofUser =
        ToolCatalog.builder().server("notes", notes.transport(), noPrefix).build()) {
      assertThat(ofUser.awaitReady(Duration.ofSeconds(60))).isTrue();

      assertThat(
              prompt(
                      McpToolCallbackProvider.builder()
                          .tools(context.getBean(ToolCatalog.class))
                          .additionalTools(() -> ofUser)
                          .build())
                  .call()
                  .content())
          .isEqualTo("done");
    }
    assertThat(result(1)).contains("file");
  }

  /** Its arguments and the tool context are for the server of the offered tool. */
  @ParameterizedTest
  @CsvSource({"read, false", "read, true", "call_tool, false", "call_tool, true"})
  void callOfToolWhoseServerLeftReachesNoOtherServer(String called, boolean removed) {
    start(ChatApplication.class, "defaults.tool-name-prefix=false");
    ToolCatalog catalog = context.getBean(ToolCatalog.class);
    catalog.add("notes", notes.transport(), ServerOptions.builder().toolNamePrefix(false).build());
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    model.callsTool(called, "{\"name\": \"read\", \"arguments\": {}}").says("done");
    McpToolCallbackProvider.Builder tools =
        McpToolCallbackProvider.builder()
            .tools(catalog)
            .toolContextMeta(
                tool -> {
                  if (removed) {
                    catalog.remove("files");
                  } else {
                    catalog.disable("files", "an operator");
                  }
                  return List.of("token");
                });
    if (called.equals("call_tool")) {
      tools.toolSearch(ToolSearch.builder().mode(ToolSearchMode.ALWAYS).build());
    }

    assertThat(prompt(tools.build()).toolContext(Map.of("token", "s3cret")).call().content())
        .isEqualTo("done");

    assertThat(result(1)).contains("There is no tool named read");
    assertThat(files.received("tools/call")).isEmpty();
    assertThat(notes.received("tools/call")).isEmpty();
  }

  @Test
  void applicationsToolOfSameNameIsNamedBySpringAi() {
    start(ChatApplication.class, "defaults.tool-name-prefix=false");
    ToolCallback applicationTool =
        FunctionToolCallback.builder("read", () -> "of the application")
            .inputType(Void.class)
            .build();

    assertThatThrownBy(() -> prompt().toolCallbacks(applicationTool).call().content())
        .hasMessageContaining("read");
  }
}
