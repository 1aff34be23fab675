package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.config.ConfiguredServer;
import io.mcpbridge.config.ConfiguredServers;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tool settings in a servers file. */
@ExtendWith(LeakCheck.class)
class ServersFilesToolsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;
  private ConfiguredServer read;

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private void start(String fields, ServerOptions defaults) throws IOException {
    for (String name : new String[] {"read", "write", "purge"}) {
      server.tool(name).returns("did " + name);
    }
    Path file = folder.resolve("mcp.json");
    Files.writeString(
        file, "{\"mcpServers\": {\"files\": {\"url\": \"" + server.url() + "\", " + fields + "}}}");
    ServersFiles files = ServersFiles.builder().global(file).defaults(defaults).build();
    ConfiguredServers all = files.read();
    read = all.servers().get(0);
    catalog =
        all.addTo(
                ToolCatalog.builder()
                    .approval(
                        ApprovalPolicy.builder()
                            .otherwise(ApprovalMode.ASK)
                            .handler(ask -> ApprovalDecision.deny())
                            .build()))
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  private List<String> offered() {
    return catalog.tools().stream().map(CatalogTool::modelName).toList();
  }

  private String call(String name) {
    return catalog.call(name, "{}", CallOptions.defaults()).text();
  }

  @Test
  void runsAlwaysAllowedToolsWithoutApproval() throws IOException {
    start("\"alwaysAllow\": [\"read\"]", ServerOptions.defaults());

    assertThat(call("files__read")).isEqualTo("did read");
    assertThat(call("files__write")).isEqualTo("files__write did not run: it was not allowed.");
  }

  @Test
  void wildcardApprovesAllTools() throws IOException {
    start("\"autoApprove\": [\"*\"]", ServerOptions.defaults());

    assertThat(call("files__purge")).isEqualTo("did purge");
  }

  @Test
  void disabledToolsAreListedButNotCalled() throws IOException {
    start("\"alwaysAllow\": [\"*\"], \"disabledTools\": [\"purge\"]", ServerOptions.defaults());

    assertThat(catalog.tools())
        .extracting(CatalogTool::modelName)
        .containsExactly("files__read", "files__write");
    assertThat(catalog.snapshot().all())
        .extracting(CatalogTool::modelName)
        .contains("files__purge");
    assertThat(call("files__purge")).isEqualTo("files__purge is disabled; go on without it.");
    assertThat(server.received("tools/call")).isEmpty();
  }

  @Test
  void combinesDisabledAndExcludedTools() throws IOException {
    start(
        "\"disabledTools\": [\"write\"], \"excludeTools\": [\"purge\"]", ServerOptions.defaults());

    assertThat(offered()).containsExactly("files__read");
    assertThat(call("files__purge")).isEqualTo("files__purge is disabled; go on without it.");
    assertThat(call("files__write")).isEqualTo("files__write is disabled; go on without it.");
  }

  @Test
  void emptyDisabledToolsKeepsExcludedTools() throws IOException {
    start("\"disabledTools\": [], \"excludeTools\": [\"purge\"]", ServerOptions.defaults());

    assertThat(offered()).containsExactly("files__read", "files__write");
  }

  @Test
  void emptyEnabledToolsOffersNoTools() throws IOException {
    start("\"enabledTools\": []", ServerOptions.defaults());

    assertThat(catalog.snapshot().all()).isEmpty();
    assertThat(read.allowsNoTools()).isTrue();
    assertThat(read.problems())
        .singleElement()
        .asString()
        .contains("`enabledTools` is an empty list, so no tool is offered");
  }

  @Test
  void prefersAutoApproveToAlwaysAllowAndWarns() throws IOException {
    start("\"autoApprove\": [\"read\"], \"alwaysAllow\": [\"*\"]", ServerOptions.defaults());

    assertThat(call("files__read")).isEqualTo("did read");
    assertThat(call("files__write")).isEqualTo("files__write did not run: it was not allowed.");
    assertThat(read.problems())
        .singleElement()
        .asString()
        .contains("`alwaysAllow` is ignored, because `autoApprove` has the same meaning");
  }

  @Test
  void acceptsIdenticalAutoApproveAndAlwaysAllow() throws IOException {
    start("\"autoApprove\": [\"read\"], \"alwaysAllow\": [\"read\"]", ServerOptions.defaults());

    assertThat(read.problems()).isEmpty();
  }

  @Test
  void autoApproveOfFileReplacesDefaults() throws IOException {
    start("\"autoApprove\": [\"read\"]", ServerOptions.builder().alwaysAllow("write").build());

    assertThat(call("files__read")).isEqualTo("did read");
    assertThat(call("files__write")).isEqualTo("files__write did not run: it was not allowed.");
  }

  @Test
  void emptyAutoApproveKeepsDefaults() throws IOException {
    start("\"autoApprove\": []", ServerOptions.builder().alwaysAllow("write").build());

    assertThat(call("files__write")).isEqualTo("did write");
  }

  @Test
  void fileCannotIncludeToolsExcludedByApplication() throws IOException {
    start(
        "\"includeTools\": [\"read\", \"purge\"]",
        ServerOptions.builder()
            .selection(ToolSelection.builder().exclude("purge").build())
            .build());

    assertThat(catalog.snapshot().all())
        .extracting(CatalogTool::modelName)
        .containsExactly("files__read");
  }
}
