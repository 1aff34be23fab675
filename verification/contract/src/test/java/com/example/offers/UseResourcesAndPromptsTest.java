package com.example.offers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListing;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.PromptMessage;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The code of docs/how-to/use-resources-and-prompts.md. */
class UseResourcesAndPromptsTest {

  private final FakeMcpServer files = FakeMcpServer.create();
  private final FakeMcpServer git = FakeMcpServer.create();
  private final List<String> shown = new ArrayList<>();
  private final BlockingQueue<String> reloaded = new LinkedBlockingQueue<>();
  private ToolCatalog catalog;

  @BeforeEach
  void start() {
    files.resource("file:///data/notes.txt", "notes", "text/plain", "Buy milk.");
    files.resourceTemplate("file:///data/{name}.txt", "a text file").text("a text");
    git.prompt("review").argument("branch", "what to review", true).message("user", "Review it.");
    catalog =
        ToolCatalog.builder()
            .server("files", files.transport())
            .server("git", git.transport())
            .build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();
  }

  @AfterEach
  void close() {
    catalog.close();
    files.close();
    git.close();
  }

  @Test
  void listsAndReadsResources() {
    CatalogListing<Resource> listing = catalog.resources().list();
    listing
        .byServer()
        .forEach(
            (server, resources) -> resources.forEach(resource -> show(server, resource.uri())));
    listing.failures().forEach((server, failure) -> show(server, failure.getMessage()));

    ReadResourceResult notes = catalog.resources().read("files", "file:///data/notes.txt");
    String text = notes.contents().get(0).text();

    assertThat(shown).containsExactly("files: file:///data/notes.txt");
    assertThat(text).isEqualTo("Buy milk.");
  }

  @Test
  void expandsResourceTemplates() {
    ResourceTemplate template = catalog.resources().templates("files").get(0);
    String uri = template.expand(Map.of("name", "to do")); // of "file:///data/{name}.txt"
    ReadResourceResult list = catalog.resources().read("files", uri);

    assertThat(uri).isEqualTo("file:///data/to%20do.txt");
    assertThat(list.contents().get(0).text()).isEqualTo("a text");
  }

  @Test
  void listensForChanges() throws InterruptedException {
    Subscription subscription =
        catalog.subscribe(
            "files",
            SubscriptionFilter.none().withResources("file:///data/notes.txt"),
            new ChangeListener() {
              @Override
              public void resourceUpdated(String uri) {
                reload(uri);
              }

              @Override
              public void onGap() {
                reload("file:///data/notes.txt");
              }
            });

    files.announceResourceUpdated("file:///data/notes.txt");
    assertThat(reloaded.poll(60, TimeUnit.SECONDS)).isEqualTo("file:///data/notes.txt");
    subscription.close();
  }

  @Test
  void listsAndGetsPrompts() {
    catalog
        .prompts()
        .list()
        .byServer()
        .forEach((server, prompts) -> prompts.forEach(prompt -> show(server, prompt.name())));

    GetPromptResult review = catalog.prompts().get("git", "review", Map.of("branch", "main"));
    List<PromptMessage> messages = review.messages();

    assertThat(shown).containsExactly("git: review");
    assertThat(messages).hasSize(1);
  }

  private void show(String server, String text) {
    shown.add(server + ": " + text);
  }

  private void reload(String uri) {
    reloaded.add(uri);
  }
}
