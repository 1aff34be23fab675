package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListing;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.model.GetPromptResult;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The prompts of many servers, listed and rendered through one catalog. */
class CatalogPromptsTest {

  private final FakeMcpServer git = FakeMcpServer.create().named("git", "1");
  private final FakeMcpServer mail = FakeMcpServer.create().named("mail", "1");
  private final FakeMcpServer plain = FakeMcpServer.create().named("plain", "1");
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final ToolCatalog catalog =
      ToolCatalog.builder()
          .server("git", git.transport())
          .server("mail", mail.transport())
          .server("plain", plain.transport())
          .connectWhen(ready)
          .build();

  @BeforeEach
  void start() {
    git.prompt("review")
        .argument("branch", "what to review", true)
        .argument("since", "from where on", true)
        .argument("tone", "how to say it", false)
        .message("user", "Review it.")
        .message("assistant", "Which files first?");
    mail.prompt("review", "the inbox", "Review my mail.");
    ready.complete(null);
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    catalog.close();
    git.close();
    mail.close();
    plain.close();
    assertThat(git.violations()).isEmpty();
    assertThat(plain.violations()).isEmpty();
  }

  @Test
  void listsPromptsOfAllServers() {
    CatalogListing<Prompt> listing = catalog.prompts().list();

    assertThat(listing.failures()).isEmpty();
    assertThat(listing.byServer().keySet()).containsExactly("git", "mail");
    assertThat(listing.byServer().get("git").get(0).arguments())
        .extracting(argument -> argument.name() + (argument.required() ? "!" : ""))
        .containsExactly("branch!", "since!", "tone");
    assertThat(plain.received("prompts/list")).isEmpty();
  }

  @Test
  void getsPromptFromNamedServer() {
    GetPromptResult review =
        catalog.prompts().get("git", "review", Map.of("branch", "main", "since", "v1"));
    GetPromptResult inbox = catalog.prompts().get("mail", "review", Map.of());

    assertThat(review.messages())
        .extracting(message -> message.role() + ": " + ((TextContent) message.content()).text())
        .containsExactly("user: Review it.", "assistant: Which files first?");
    assertThat(git.received("prompts/get").get(0).params().object("arguments").toMap())
        .isEqualTo(Map.of("branch", "main", "since", "v1"));
    assertThat(((TextContent) inbox.messages().get(0).content()).text())
        .isEqualTo("Review my mail.");
  }

  @Test
  void rejectsMissingArgumentsWithoutSending() {
    assertThatThrownBy(() -> catalog.prompts().get("git", "review", Map.of("tone", "kind")))
        .isInstanceOf(McpInvalidArgumentsException.class)
        .hasMessageContainingAll(
            "\"git\"", "prompts/get review", "are missing: \"branch\", \"since\"")
        .matches(
            failure -> ((McpInvalidArgumentsException) failure).delivery() == Delivery.NOT_SENT);

    assertThat(git.received("prompts/get")).isEmpty();
  }

  @Test
  void rejectsUnknownPromptAndMissingCapability() {
    assertThatThrownBy(() -> catalog.prompts().get("git", "reviews", Map.of()))
        .isInstanceOf(McpErrorResponseException.class)
        .hasMessageContaining("prompts/get reviews");
    assertThatThrownBy(() -> catalog.prompts().get("plain", "review", Map.of()))
        .isInstanceOf(McpUnsupportedException.class)
        .hasMessageContainingAll("\"plain\"", "prompts");
  }

  @Test
  void callTimeoutAppliesDuringInitialization() {
    try (FakeMcpServer silent = FakeMcpServer.create()) {
      silent.inject(Faults.silence());
      catalog.add(
          "silent",
          silent.transport(),
          ServerOptions.builder().initializationTimeout(Duration.ofMinutes(1)).build());
      silent.awaitReceived("server/discover", Duration.ofSeconds(60));

      CallOptions soon = CallOptions.builder().timeout(Duration.ofMillis(100)).build();
      assertThatThrownBy(() -> catalog.prompts().get("silent", "review", Map.of(), soon))
          .isInstanceOf(McpTimeoutException.class)
          .hasMessageContainingAll("\"silent\"", "100 ms (setting CallOptions.timeout)");
    }
  }

  @Test
  void listAndGetShareOneDeadline() {
    Map<String, Deadline> deadlines = new ConcurrentHashMap<>();
    catalog.replace(
        "git",
        WatchedTransport.of(
            git.transport(), (request, deadline) -> deadlines.put(request.subject(), deadline)),
        ServerOptions.defaults());

    catalog
        .prompts()
        .get(
            "git",
            "review",
            Map.of("branch", "main", "since", "v1"),
            CallOptions.builder().timeout(Duration.ofSeconds(10)).build());

    Deadline ofList = deadlines.get("prompts/list");
    Deadline ofGet = deadlines.get("prompts/get");
    assertThat(ofList.orEarlier(ofGet)).isSameAs(ofList);
    assertThat(ofGet.orEarlier(ofList)).isSameAs(ofGet);
  }

  @Test
  void listReportsFailedServerAndReturnsOthers() {
    git.inject("prompts/list", Faults.error(200, -32603, "no repository"));

    CatalogListing<Prompt> listing = catalog.prompts().list();

    assertThat(listing.byServer().keySet()).containsExactly("mail");
    assertThat(listing.failures().get("git")).hasMessageContaining("no repository");
  }
}
