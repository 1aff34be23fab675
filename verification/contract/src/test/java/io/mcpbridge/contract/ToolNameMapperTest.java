package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolChangePolicy;
import io.mcpbridge.catalog.server.ToolNameMapper;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools without the server's prefix, or with the names of a mapper. */
@ExtendWith(LeakCheck.class)
class ToolNameMapperTest {

  private static final ServerOptions PREFIX = ServerOptions.defaults();
  private static final ServerOptions NO_PREFIX =
      ServerOptions.builder().toolNamePrefix(false).build();

  private static final CallOptions OPTIONS = CallOptions.defaults();

  private final FakeMcpServer files = FakeMcpServer.create();
  private final FakeMcpServer notes = FakeMcpServer.create();
  private final CapturedLog log = new CapturedLog("io.mcpbridge.catalog");
  private final List<FakeMcpServer> replacements = new ArrayList<>();
  private ToolCatalog catalog;

  @BeforeEach
  void addTools() {
    files.tool("read").returns("file");
    files.tool("delete").returns("deleted");
    notes.tool("read").returns("note");
    notes.tool("take.note").returns("taken");
  }

  @AfterEach
  void close() {
    catalog.close();
    log.close();
    files.close();
    notes.close();
    replacements.forEach(FakeMcpServer::close);
  }

  private void start(ToolCatalogBuilder builder, ServerOptions ofFiles, ServerOptions ofNotes) {
    catalog =
        builder
            .server("files", files.transport(), ofFiles)
            .server("notes", notes.transport(), ofNotes)
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private void start(ServerOptions ofFiles, ServerOptions ofNotes) {
    start(ToolCatalog.builder(), ofFiles, ofNotes);
  }

  /** The files first, so that these have the names that both servers list. */
  private void startInTurn(ServerOptions ofFiles, ServerOptions ofNotes) {
    catalog = ToolCatalog.builder().server("files", files.transport(), ofFiles).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    catalog.add("notes", notes.transport(), ofNotes);
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private void start(ToolNameMapper mapper) {
    start(ToolCatalog.builder().toolNameMapper(mapper), PREFIX, PREFIX);
  }

  private List<String> names() {
    return catalog.tools().stream().map(CatalogTool::modelName).toList();
  }

  private String call(String name) {
    return catalog.call(name, "{}").text();
  }

  private List<String> warnings() {
    return log.lines().stream()
        .filter(line -> line.startsWith("WARN") || line.startsWith("ERROR"))
        .toList();
  }

  @Test
  void offersToolsOfOneServerByTheirOwnNames() {
    start(NO_PREFIX, PREFIX);

    assertThat(names()).startsWith("read", "delete", "notes__read");
    assertThat(call("read")).isEqualTo("file");
    assertThat(call("notes__read")).isEqualTo("note");
    assertThat(call("files__delete")).as("as models remember it").isEqualTo("deleted");
    assertThat(call("Delete")).isEqualTo("deleted");
    assertThat(call("erase")).contains("There is no tool named erase", "delete");
    assertThat(log.lines()).noneMatch(line -> line.startsWith("WARN"));
  }

  @Test
  void changesOnlyOwnNamesThatModelsReject() {
    start(PREFIX, NO_PREFIX);

    String name = names().get(3);
    assertThat(name).matches("take_note_[0-9a-f]{8}");
    assertThat(call(name)).isEqualTo("taken");
    assertThat(call("take.note")).isEqualTo("taken");
  }

  @Test
  void offersToolOfFirstServerIfTwoHaveOneName() {
    startInTurn(NO_PREFIX, NO_PREFIX);

    assertThat(names()).startsWith("read", "delete").doesNotHaveDuplicates().hasSize(3);
    assertThat(call("read")).isEqualTo("file");
    catalog.refresh("notes");
    catalog.refresh("files");
    assertThat(warnings())
        .containsExactly(
            "WARN MCP server \"notes\": the tool \"read\" was left out: \"read\" of \"files\" is also"
                + " named read, and keeps the name until \"files\" is removed");
  }

  @Test
  void manyEqualNamesAreFewLinesInLog() {
    for (int i = 0; i < 50; i++) {
      files.tool("tool" + i);
      notes.tool("tool" + i);
    }

    startInTurn(NO_PREFIX, NO_PREFIX);

    assertThat(warnings()).hasSize(4);
    assertThat(warnings().get(3))
        .isEqualTo(
            "WARN 48 more tools were left out because of their names, which are logged at debug;"
                + " exclude them, or change the ToolNameMapper (setting: tool-name-prefix)");
  }

  @Test
  void nameStaysWithServerThatListedItFirst() {
    CompletableFuture<Void> beginning = new CompletableFuture<>();
    catalog =
        ToolCatalog.builder()
            .server("files", files.transport(), NO_PREFIX)
            .server("notes", notes.transport(), NO_PREFIX)
            .connectWhen(beginning)
            .build();
    catalog.disable("files", "an operator");
    beginning.complete(null);
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    assertThat(call("read")).isEqualTo("note");

    catalog.enable("files");
    Waiting.until(() -> catalog.snapshot().tool("delete") != null);

    assertThat(names()).startsWith("delete", "read").hasSize(3);
    assertThat(call("read")).isEqualTo("note");
    assertThat(warnings())
        .containsExactly(
            "WARN MCP server \"files\": the tool \"read\" was left out: \"read\" of \"notes\" is also"
                + " named read, and keeps the name until \"notes\" is removed");
  }

  @Test
  void nameOfDisabledServerGoesToNoOtherServer() {
    startInTurn(NO_PREFIX, NO_PREFIX);

    catalog.disable("files", "an operator");
    assertThat(names()).hasSize(1);
    assertThat(call("read")).contains("There is no tool named read");
    assertThat(notes.received("tools/call")).isEmpty();

    catalog.enable("files");
    Waiting.until(() -> catalog.snapshot().tool("read") != null);
    assertThat(call("read")).isEqualTo("file");

    catalog.remove("files");
    assertThat(call("read")).isEqualTo("note");
  }

  @Test
  void nameOfDisabledServerIsNotCorrectedToToolOfOtherServer() {
    startInTurn(NO_PREFIX, PREFIX);

    catalog.disable("files", "an operator");
    for (String name : List.of("read", "Read", "functions.read")) {
      assertThat(call(name)).contains("There is no tool named " + name);
    }
    assertThat(notes.received("tools/call")).isEmpty();

    catalog.remove("files");
    assertThat(call("Read")).isEqualTo("note");
  }

  @Test
  void nameWithoutPrefixStaysWithServerThatHasPrefixSince() {
    startInTurn(NO_PREFIX, NO_PREFIX);

    catalog.update("files", PREFIX);

    assertThat(names()).startsWith("files__read", "files__delete").hasSize(3);
    assertThat(call("read")).isEqualTo("file");
    assertThat(notes.received("tools/call")).isEmpty();
  }

  @Test
  void serverAddedLaterRenamesNothing() {
    catalog = ToolCatalog.builder().server("notes", notes.transport(), NO_PREFIX).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
    List<String> before = names();

    catalog.add("files", files.transport(), NO_PREFIX);
    Waiting.until(() -> catalog.snapshot().tool("delete") != null);

    assertThat(names()).startsWith(before.toArray(String[]::new)).hasSize(3);
    assertThat(call("read")).isEqualTo("note");
  }

  /** What a server listed long ago may be forgotten, but no name of a server that is away. */
  @Test
  void manyNamesOfServerTakeNoneOfDisabledServer() {
    startInTurn(NO_PREFIX, NO_PREFIX);
    catalog.disable("files", "an operator");
    for (String letter : List.of("a", "b", "c")) {
      FakeMcpServer many = FakeMcpServer.create().pageSize(1_000);
      replacements.add(many);
      many.tool("read");
      IntStream.range(1, 10_000).forEach(number -> many.tool(letter + number));
      catalog.replace("notes", many.transport(), NO_PREFIX);
      Waiting.until(() -> catalog.snapshot().tool(letter + "9999") != null);
    }
    assertThat(catalog.snapshot().tool("read")).isNull();

    files.tool("a1").returns("of files");
    catalog.enable("files");
    Waiting.until(() -> catalog.snapshot().tool("a1") != null);

    assertThat(call("a1")).isEqualTo("of files");
    assertThat(call("read")).isEqualTo("file");
  }

  /** Adapters compute options and headers of a call for the tool that they offered. */
  @Test
  void callPreparedForToolReachesNoOtherServer() {
    startInTurn(NO_PREFIX, NO_PREFIX);
    CatalogTool offered = catalog.snapshot().tool("read");
    List<ToolSet> sets =
        List.of(
            catalog,
            catalog.view(tool -> true),
            catalog.searchable(ToolSearch.builder().alwaysVisible("read").build()));
    for (ToolSet set : sets) {
      assertThat(new ToolSet.MatchedTool(set, offered).call("{}", OPTIONS).text())
          .isEqualTo("file");
    }

    catalog.remove("files");

    assertThat(call("read")).isEqualTo("note");
    for (ToolSet set : sets) {
      ToolSet.MatchedTool prepared = new ToolSet.MatchedTool(set, offered);
      assertThat(prepared.call("{}", OPTIONS).text()).contains("There is no tool named read");
      assertThat(prepared.callAsync("{}", OPTIONS, ThreadContextProvider.NOTHING).join().text())
          .contains("There is no tool named read");
    }
    assertThat(notes.received("tools/call")).hasSize(1);
  }

  /** A prefix belongs to its server, also while that is away or has no such tool. */
  @Test
  void nameWithPrefixOfOtherServerIsNotOffered() {
    notes.tool("files__delete").returns("caught");
    notes.tool("files__purge").returns("caught");
    start(PREFIX, NO_PREFIX);

    assertThat(names()).containsSequence("files__read", "files__delete", "read");
    assertThat(names()).doesNotContain("files__purge");
    catalog.disable("files", "an operator");
    assertThat(call("files__delete")).contains("the server files is disabled");
    assertThat(call("files__purge")).contains("the server files is disabled");
    assertThat(notes.received("tools/call")).isEmpty();
    assertThat(warnings())
        .contains(
            "WARN MCP server \"notes\": the tool \"files__purge\" was left out: its name files__purge"
                + " begins with the prefix of the server \"files\"");
  }

  @Test
  void mapperNamesToolsOfServersWithPrefix() {
    start(
        ToolCatalog.builder()
            .toolNameMapper((server, tool) -> server + "-" + tool.replace('.', '-')),
        PREFIX,
        NO_PREFIX);

    assertThat(names()).startsWith("files-read", "files-delete", "read");
    assertThat(call("files-read")).isEqualTo("file");
    assertThat(call("files__read")).isEqualTo("file");
  }

  @Test
  void omitsToolWithUnusableNameOfMapper() {
    notes.tool("null");
    notes.tool("empty");
    notes.tool("long");
    notes.tool("call_tool");
    notes.tool("throw");
    start(
        (server, tool) ->
            switch (tool) {
              case "null" -> null;
              case "empty" -> "";
              case "long" -> "x".repeat(65);
              case "throw" -> throw new IllegalStateException("no name");
              default -> server.equals("notes") ? tool : "f_" + tool;
            });
    catalog.refresh("notes");

    assertThat(names()).containsExactly("f_read", "f_delete", "read");
    String mapper = "was omitted: the ToolNameMapper " + getClass().getName();
    assertThat(warnings())
        .hasSize(6)
        .allMatch(line -> line.startsWith("ERROR MCP server \"notes\": the tool \""))
        .allMatch(line -> line.contains(mapper))
        .anyMatch(line -> line.contains("tool \"null\"") && line.contains("returned null, which"))
        .anyMatch(line -> line.contains("tool \"empty\"") && line.contains("returned \"\", which"))
        .anyMatch(line -> line.contains("tool \"long\"") && line.contains("at most 64"))
        .anyMatch(line -> line.contains("tool \"take.note\"") && line.contains("\"take.note\","))
        .anyMatch(line -> line.contains("tool \"call_tool\"") && line.contains("not one of"))
        .anyMatch(line -> line.contains("tool \"throw\"") && line.endsWith(" failed"));
  }

  @Test
  void mapperIsAskedOnlyForAdmittedToolsAndReportedOnce() {
    List<String> mapped = new CopyOnWriteArrayList<>();
    ServerOptions withoutDelete =
        ServerOptions.builder().selection(tools -> tools.exclude("delete")).build();
    catalog =
        ToolCatalog.builder()
            .server("files", files.transport(), withoutDelete)
            .approval(ApprovalPolicy.builder().deny("delete").build())
            .toolNameMapper(
                (server, tool) -> {
                  mapped.add(tool);
                  throw new IllegalStateException("no name");
                })
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

    catalog.update("files", withoutDelete.toBuilder().timeout(Duration.ofSeconds(7)).build());
    catalog.update("files", withoutDelete.toBuilder().timeout(Duration.ofSeconds(8)).build());

    assertThat(mapped).containsExactly("read");
    assertThat(warnings()).filteredOn(line -> line.contains("ToolNameMapper")).hasSize(1);
    catalog.update("files", ServerOptions.defaults());
    assertThat(mapped).containsExactly("read", "delete");
    assertThat(warnings()).filteredOn(line -> line.contains("ToolNameMapper")).hasSize(2);
  }

  @Test
  void rulesMatchNameOnServerOfModelAndWithPrefix() {
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .deny("files__delete", "n-read")
            .ask("files__read")
            .allow("take.note")
            .handler(request -> ApprovalDecision.deny("not today"))
            .build();
    start(
        ToolCatalog.builder()
            .approval(policy)
            .toolNameMapper((server, tool) -> server.charAt(0) + "-" + tool.replace('.', '-')),
        NO_PREFIX,
        PREFIX);

    assertThat(call("delete")).startsWith("delete did not run");
    assertThat(call("read")).isEqualTo("read did not run: not today.");
    assertThat(call("n-read")).startsWith("n-read did not run");
    assertThat(call("n-take-note")).isEqualTo("taken");
    assertThat(catalog.approvalMode(catalog.snapshot().tool("delete")))
        .isEqualTo(ApprovalMode.DENY);
    assertThat(files.received("tools/call")).isEmpty();
    assertThat(warnings()).isEmpty();
  }

  /** The names that models had before, with a key or a tool's name that models reject. */
  @ParameterizedTest
  @ValueSource(strings = {"notes", "my notes"})
  void ruleThatDeniesMatchesChangedNameWithPrefix(String server) {
    catalog =
        ToolCatalog.builder()
            .approval(
                ApprovalPolicy.builder()
                    .deny(
                        ToolNames.modelName(server, "take.note"),
                        ToolNames.modelName(server, "read"))
                    .build())
            .server(server, notes.transport(), NO_PREFIX)
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

    assertThat(names()).hasSize(2);
    for (String name : names()) {
      assertThat(call(name)).startsWith(name + " did not run");
    }
    assertThat(notes.received("tools/call")).isEmpty();
    assertThat(warnings()).isEmpty();
  }

  /** A server chooses the names of its tools, and could choose that of an allowed one. */
  @Test
  void ruleThatAllowsDoesNotMatchNameOfMapper() {
    start(
        ToolCatalog.builder()
            .approval(
                ApprovalPolicy.builder()
                    .allow("safe")
                    .handler(request -> ApprovalDecision.deny("no"))
                    .otherwise(ApprovalMode.ASK)
                    .build())
            .toolNameMapper((server, tool) -> tool.equals("delete") ? "safe" : server + "_x"),
        PREFIX,
        PREFIX);

    assertThat(call("safe")).isEqualTo("safe did not run: no.");
  }

  @Test
  void optionsOfToolsAndSelectionUseNamesOnServer() {
    start(
        NO_PREFIX.toBuilder()
            .selection(tools -> tools.exclude("delete"))
            .tool("read", ToolOptions.builder().description("Reads.").build())
            .build(),
        NO_PREFIX.toBuilder().selection(tools -> tools.exclude("read")).build());

    assertThat(names()).hasSize(2).first().isEqualTo("read");
    assertThat(catalog.snapshot().tool("read").description()).isEqualTo("Reads.");
    assertThat(warnings()).isEmpty();
  }

  @Test
  void storedResultIsReadByToolWithPrefix() {
    files.tool("dump").returns("x".repeat(100_000));
    start(ToolCatalog.builder().resultStore(InMemoryResultStore.create()), NO_PREFIX, NO_PREFIX);

    String text = call("dump");
    String handle = text.replaceAll("(?s).*(r_[A-Za-z0-9_-]{22}).*", "$1");
    assertThat(text).contains("read on with files__read_result, handle " + handle);
    assertThat(catalog.call("files__read_result", "{\"handle\": \"" + handle + "\"}").text())
        .contains("xxx");
  }

  @Test
  void searchFindsAndCallsToolByItsName() {
    notes.tool("search_tools").returns("server's search");
    startInTurn(NO_PREFIX, NO_PREFIX);
    ToolSet few =
        catalog.searchable(
            ToolSearch.builder()
                .mode(ToolSearchMode.ALWAYS)
                .alwaysVisible("files__delete")
                .build());

    assertThat(few.snapshot().tools())
        .extracting(CatalogTool::modelName)
        .containsExactly("search_tools", "describe_tool", "call_tool", "delete");
    assertThat(few.call("search_tools", "{\"queries\": [\"read\"]}").text()).contains("\n- read(");
    assertThat(few.call("describe_tool", "{\"names\": [\"read\"]}").text()).startsWith("read: ");
    assertThat(few.call("call_tool", "{\"name\": \"read\", \"arguments\": {}}").text())
        .isEqualTo("file");
    ToolOutput searchOutput = few.call("search_tools", "{\"queries\": [\"search\"]}");
    assertThat(searchOutput.text()).containsPattern("\n- search_tools_[0-9a-f]{8}\\(");
    assertThat(warnings()).hasSize(1);
  }

  @Test
  void pinnedDefinitionStaysWithToolOfOtherName() {
    ServerOptions pinned = PREFIX.toBuilder().toolChangePolicy(ToolChangePolicy.BLOCK).build();
    start(pinned, PREFIX);

    catalog.update("files", pinned.toBuilder().toolNamePrefix(false).build());
    assertThat(names()).startsWith("read", "delete");
    files.tool("read").description("Also deletes.");
    catalog.refresh("files");
    Waiting.until(() -> catalog.snapshot().resolve("read") == null);

    assertThat(call("read")).contains("read is disabled");
    assertThat(call("delete")).isEqualTo("deleted");
  }
}
