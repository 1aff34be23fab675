package io.mcpbridge.verification.sizes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.json.Json;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;

/**
 * How many characters a model reads of the tutorial's servers, with both frameworks, in the form
 * for OpenAI's models. {@code verification/third-party/model-input/sizes} prints the table, and
 * rewrites {@code docs/reference/sizes.md} with {@code --write}.
 */
class SizesTest {

  private static final Path SERVERS = Path.of("..", "real-servers").toAbsolutePath().normalize();
  private static final Path PAGE = Path.of("..", "..", "..", "docs", "reference", "sizes.md");
  private static final String LINE = "| %s | %s | %,d | %,d | %,d | %,d |";
  private static final String BEGIN = "<!-- measured -->\n\n";
  private static final String END = "\n\n<!-- end -->";

  private static final InvocationContext OPEN_AI =
      InvocationContext.builder().modelProvider(ModelProvider.OPEN_AI).build();

  private static final ToolSearch ALL_TOOLS = ToolSearch.builder().mode(ToolSearchMode.OFF).build();

  @TempDir static Path folder;

  /**
   * One row.
   *
   * @param tool {@code null} for the tool list
   * @param langChain4jBefore measured at the commit that the page names
   * @param springAiBefore measured at the same commit
   */
  private record Case(
      String title,
      String tool,
      Map<String, ?> arguments,
      int langChain4jBefore,
      int springAiBefore) {}

  @Test
  void pageMatchesMeasuredSizes() throws IOException {
    Path root = folder.toRealPath();
    Files.writeString(
        root.resolve("notes.md"), "# Notes\n\nA \"quoted\" line of text.\n".repeat(1_000));
    for (int i = 0; i < 20; i++) {
      Path chapter = Files.createDirectories(root.resolve("book/chapter-" + i));
      Files.writeString(chapter.resolve("text.md"), "Text\n");
    }
    List<String> table = new ArrayList<>();
    table.add(
        "| Server | What | LangChain4j, before | LangChain4j | Spring AI, before | Spring AI |");
    table.add("|---|---|---:|---:|---:|---:|");
    table.addAll(
        rows(
            "server-filesystem",
            StdioTransport.of(npm("mcp-server-filesystem"), root.toString()),
            new Case("the list of 14 tools", null, Map.of(), 7_790, 7_412),
            new Case(
                "`read_text_file`: a file of 34,000 characters",
                "read_text_file",
                Map.of("path", root.resolve("notes.md").toString()),
                46_508,
                46_508),
            new Case(
                "`directory_tree`: 20 folders",
                "directory_tree",
                Map.of("path", root.resolve("book").toString()),
                6_560,
                6_560),
            new Case(
                "`read_text_file`: no such file",
                "read_text_file",
                Map.of("path", root.resolve("none.md").toString()),
                55,
                55)));
    table.addAll(
        rows(
            "server-everything",
            StdioTransport.of(npm("mcp-server-everything"), "stdio"),
            new Case("the list of 13 tools", null, Map.of(), 4_857, 4_407),
            new Case(
                "`get-structured-content`",
                "get-structured-content",
                Map.of("location", "New York"),
                54,
                54),
            new Case(
                "`get-resource-reference`: an embedded text",
                "get-resource-reference",
                Map.of("resourceType", "Text", "resourceId", 1),
                176,
                176),
            new Case("`get-sum`", "get-sum", Map.of("a", 1, "b", 2), 24, 24)));
    String measured = String.join("\n", table);
    System.out.println(measured);

    String page = Files.readString(PAGE);
    String shown =
        page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
            + measured
            + page.substring(page.indexOf(END));
    if ("write".equals(System.getProperty("sizes.page"))) {
      Files.writeString(PAGE, shown);
    }
    assertThat(Files.readString(PAGE))
        .as("to rewrite it: verification/third-party/model-input/sizes --write")
        .isEqualTo(shown);
  }

  private static String npm(String command) {
    return SERVERS.resolve("target/npm/node_modules/.bin").resolve(command).toString();
  }

  private static List<String> rows(String server, Transport transport, Case... cases) {
    try (ToolCatalog catalog = ToolCatalog.builder().server("s", transport).build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      assertThat(catalog.snapshot().all()).as("%s", catalog.servers()).isNotEmpty();
      return Stream.of(cases)
          .map(
              measured ->
                  String.format(
                      Locale.ROOT,
                      LINE,
                      "`" + server + "`",
                      measured.title,
                      measured.langChain4jBefore,
                      langChain4j(catalog, measured),
                      measured.springAiBefore,
                      springAi(catalog, measured)))
          .toList();
    }
  }

  private static int langChain4j(ToolCatalog catalog, Case measured) {
    McpToolProvider provider =
        McpToolProvider.builder().tools(catalog).toolSearch(ALL_TOOLS).build();
    List<AiServiceTool> tools =
        provider
            .provideTools(
                ToolProviderRequest.builder()
                    .invocationContext(OPEN_AI)
                    .userMessage(UserMessage.from("Hello"))
                    .build())
            .aiServiceTools();
    if (measured.tool == null) {
      return tools.stream()
          .map(AiServiceTool::toolSpecification)
          .mapToInt(tool -> size(tool.name(), tool.description(), Json.write(parameters(tool))))
          .sum();
    }
    AiServiceTool tool =
        tools.stream()
            .filter(t -> t.name().equals("s__" + measured.tool))
            .findFirst()
            .orElseThrow();
    ToolExecutionRequest request =
        ToolExecutionRequest.builder()
            .id("1")
            .name(tool.name())
            .arguments(Json.write(measured.arguments))
            .build();
    return size(tool.toolExecutor().executeWithContext(request, OPEN_AI).resultText());
  }

  private static Map<String, Object> parameters(ToolSpecification tool) {
    return JsonSchemaElementUtils.toMap(tool.parameters());
  }

  private static int springAi(ToolCatalog catalog, Case measured) {
    List<ToolCallback> tools =
        List.of(
            McpToolCallbackProvider.builder()
                .tools(catalog)
                .schemaProfile(SchemaProfile.VERBATIM)
                .toolSearch(ALL_TOOLS)
                .build()
                .getToolCallbacks());
    if (measured.tool == null) {
      return tools.stream()
          .map(ToolCallback::getToolDefinition)
          .mapToInt(tool -> size(tool.name(), tool.description(), tool.inputSchema()))
          .sum();
    }
    ToolCallback tool =
        tools.stream()
            .filter(t -> t.getToolDefinition().name().equals("s__" + measured.tool))
            .findFirst()
            .orElseThrow();
    try {
      return size(tool.call(Json.write(measured.arguments)));
    } catch (ToolExecutionException e) {
      return size(e.getMessage()); // the text that Spring AI passes to the model
    }
  }

  private static int size(String name, String description, String parameters) {
    return name.length() + description.length() + parameters.length();
  }

  /** Without the parts that vary between runs. */
  private static int size(String result) {
    return result
        .replace(real(folder), "/data")
        .replaceAll("created at [0-9: APM]+", "created at noon")
        .length();
  }

  private static String real(Path path) {
    try {
      return path.toRealPath().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
