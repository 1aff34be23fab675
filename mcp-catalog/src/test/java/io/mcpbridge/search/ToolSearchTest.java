package io.mcpbridge.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ToolSearchTest {

  private final List<CatalogTool> tools = new ArrayList<>();
  private final Map<String, String> instructions = new LinkedHashMap<>();

  private CatalogTool tool(String server, String name, String description, String schema) {
    Tool tool =
        new Tool(
            name,
            null,
            description,
            Json.readObject(schema),
            null,
            ToolAnnotations.none(),
            List.of(),
            null,
            Map.of());
    CatalogTool added =
        new CatalogTool(ToolNames.modelName(server, name), server, tool, tool, Visibility.OFFERED);
    tools.add(added);
    return added;
  }

  private CatalogTool tool(String server, String name, String description) {
    return tool(server, name, description, "{}");
  }

  private CatalogSnapshot snapshot() {
    return new CatalogSnapshot(tools, instructions, ServerNames.none());
  }

  private List<String> search(String query) {
    return names(ToolSearch.defaults().search(snapshot(), query));
  }

  private static List<String> names(ToolSearchResult result) {
    return result.hits().stream().map(hit -> hit.tool().name()).toList();
  }

  @Test
  void splitsNamesAtCaseDigitsAndPunctuation() {
    tool("a", "listPullRequests", "");
    tool("a", "create-issue", "");
    tool("a", "s3_upload", "");

    assertThat(search("pull request")).containsExactly("listPullRequests");
    assertThat(search("issues created")).startsWith("create-issue");
    assertThat(search("uploading to S3")).startsWith("s3_upload");
  }

  @Test
  void findsArgumentsTheirDescriptionsAndValues() {
    tool(
        "a",
        "merge",
        "Merges.",
        "{\"properties\": {\"method\": {\"enum\": [\"squash\", \"rebase\"]}}}");
    tool("a", "fetch", "Fetches.", "{\"properties\": {\"avoidTolls\": {\"type\": \"boolean\"}}}");
    tool(
        "a",
        "blame",
        "Blames.",
        """
        {"properties": {"w": {"description": "Ignore whitespace"},
           "nested": {"items": {"properties": {"color": {"const": "mauve"}}}}}}""");

    assertThat(search("squash")).containsExactly("merge");
    assertThat(search("without tolls")).containsExactly("fetch");
    assertThat(search("ignoring whitespace")).containsExactly("blame");
    assertThat(search("mauve")).containsExactly("blame");
  }

  @Test
  void prefersServerNamedInQuery() {
    tool("slack", "post_message", "Posts a message to a channel");
    tool("discord", "send", "Sends a message to a channel of the message server");

    assertThat(search("message to the Slack channel")).startsWith("post_message");
    assertThat(search("message to the Discord channel")).startsWith("send");
  }

  @Test
  void findsExactNamesOfArguments() {
    tool("a", "move_page", "Moves a page into the trash, or out of the trash.");
    tool("a", "list_trash", "Lists what is in the trash.");
    tool("a", "patch", "Changes it.", "{\"properties\": {\"in_trash\": {}, \"icon\": {}}}");

    assertThat(search("in_trash")).startsWith("patch");
    assertThat(search("inTrash of the page")).startsWith("patch");
    assertThat(search("what is in the trash")).startsWith("list_trash");
  }

  @Test
  void mergesWordings() {
    tool("a", "list_payables", "Lists payables.");
    tool("a", "list_invoices", "Lists unpaid invoices of suppliers.");
    tool("a", "send_mail", "Sends a mail.");
    ToolSearch search = ToolSearch.defaults();

    assertThat(names(search.search(snapshot(), List.of("accounts payable", "unpaid invoices"), 10)))
        .containsExactly("list_invoices", "list_payables");
    assertThat(names(search.search(snapshot(), List.of("unpaid invoices", "send mail"), 1)))
        .as("the best of each")
        .containsExactlyInAnyOrder("list_invoices", "send_mail");
    assertThat(search.search(snapshot(), List.of(), 10).hits()).isEmpty();
  }

  @Test
  void listEndsWhereTheScoresFall() {
    tool("a", "create_invoice", "Creates an invoice.");
    tool("b", "create_invoice_copy", "Creates a copy of an invoice.");
    tool("c", "create_invoice_draft", "Creates the draft of an invoice.");
    for (int i = 0; i < 20; i++) {
      tool(
          "d",
          "other_" + i,
          "Handles things, such as " + "what one may want ".repeat(20) + "create");
    }

    assertThat(search("create invoice")).hasSize(3);
  }

  @Test
  void findsByServerInstructions() {
    tool("x", "run", "Runs.");
    tool("y", "run2", "Runs.");
    instructions.put("y", "Access to the payroll of the company.");

    assertThat(search("payroll")).containsExactly("run2");
  }

  @Test
  void findsRelatedWordsAndCompounds() {
    tool("a", "delete_file", "Deletes a file.");
    tool("a", "list_todos", "Lists them.");
    tool("a", "web_hook", "Registers one.");

    assertThat(search("remove this document")).startsWith("delete_file");
    assertThat(search("my to-dos")).startsWith("list_todos");
    assertThat(search("webhook")).startsWith("web_hook");
  }

  @Test
  void findsPairsOfLettersInLanguagesWithoutBlanks() {
    tool("a", "t1", "查询天气预报");
    tool("a", "t2", "发送消息");

    assertThat(search("天气")).containsExactly("t1");
  }

  @Test
  void describesHits() {
    tool(
        "github",
        "list_issues",
        "Lists issues of a repository. Use it\nfor more.",
        """
        {"properties": {"state": {"enum": ["open", "closed"]}, "owner": {}, "repo": {}},
         "required": ["owner", "repo"]}""");

    ToolHit hit = ToolSearch.defaults().search(snapshot(), "issues").hits().get(0);

    assertThat(hit.name()).isEqualTo("github__list_issues");
    assertThat(hit.summary()).isEqualTo("Lists issues of a repository.");
    assertThat(hit.signature()).isEqualTo("owner*, repo*, state: open|closed");
  }

  @Test
  void saysThatNothingFits() {
    tool("slack", "post_message", "Posts a message to a channel");
    tool("git", "commit", "Records changes to the repository");
    ToolSearch search = ToolSearch.defaults();

    assertThat(search.search(snapshot(), "post message").isMatch()).isTrue();
    assertThat(search.search(snapshot(), "book a flight to Rome").isMatch()).isFalse();
    assertThat(search.search(snapshot(), "post message").confidence())
        .isGreaterThan(search.search(snapshot(), "post a blog article").confidence());
  }

  @Test
  void toleratesAnyQuery() {
    tool("a", "t", "Does it.");

    assertThat(search("")).isEmpty();
    assertThat(search("\ud800 \u0000 ???")).isEmpty();
    assertThat(search("does ".repeat(100_000))).isEmpty();
    assertThat(ToolSearch.defaults().search(CatalogSnapshot.EMPTY, "x").hits()).isEmpty();
  }

  @Test
  void doesNotFindHiddenTools() {
    CatalogTool secret = tool("a", "secret_tool", "Secret.");
    tools.set(0, secret.withVisibility(Visibility.HIDDEN));
    tool("a", "other", "Nothing secret.");

    assertThat(search("secret")).containsExactly("other");
  }

  @Test
  void indexFollowsTheSnapshot() {
    ToolSearch search = ToolSearch.builder().limit(2).build();
    tool("a", "one", "First.");
    tool("a", "two", "Second.");
    assertThat(names(search.search(snapshot(), "second"))).containsExactly("two");

    tools.remove(1);
    tool("a", "two", "Third.");

    assertThat(search.search(snapshot(), "second").isMatch()).isFalse();
    assertThat(names(search.search(snapshot(), "third"))).containsExactly("two");
  }

  @Test
  void ranksByMeaningWithEmbedder() {
    tool("a", "scale", "Sets the number of pods.");
    tool("a", "weather", "Forecast for a city.");
    AtomicInteger embedded = new AtomicInteger();
    ToolSearch search =
        ToolSearch.builder()
            .embedder(
                texts -> {
                  embedded.addAndGet(texts.size());
                  return texts.stream().map(ToolSearchTest::vector).toList();
                })
            .build();
    search.prepare(snapshot());

    assertThat(names(search.search(snapshot(), "is it going to be wet"))).startsWith("weather");
    assertThat(embedded).hasValue(3);

    search.search(snapshot(), "is it going to be wet");
    assertThat(embedded).as("vectors are cached").hasValue(3);
  }

  @Test
  void meaningRaisesConfidence() {
    tool("forecast", "weather", "Weather of the next days.");
    for (int i = 0; i < 30; i++) {
      tool("pods", "pods" + i, "Handles pods.");
    }
    ToolSearch words = ToolSearch.defaults();
    ToolSearch meaning =
        ToolSearch.builder()
            .embedder(texts -> texts.stream().map(ToolSearchTest::vector).toList())
            .build();
    meaning.prepare(snapshot());

    assertThat(meaning.search(snapshot(), "is it going to be wet").confidence())
        .isGreaterThan(words.search(snapshot(), "is it going to be wet").confidence())
        .isGreaterThan(meaning.search(snapshot(), "an aria by Verdi").confidence());
  }

  private static float[] vector(String text) {
    boolean isWeather = text.contains("weather") || text.contains("wet");
    return isWeather ? new float[] {2, 0.1f} : new float[] {0.1f, 2};
  }

  @Test
  void failingEmbedderFallsBackToWords() {
    tool("a", "scale", "Sets the number of pods.");
    AtomicInteger calls = new AtomicInteger();
    ToolSearch search =
        ToolSearch.builder()
            .embedder(
                texts -> {
                  if (texts.contains("pods")) {
                    calls.incrementAndGet();
                    throw new IllegalStateException("no model");
                  }
                  return texts.stream().map(ToolSearchTest::vector).toList();
                })
            .build();
    search.prepare(snapshot());

    assertThat(names(search.search(snapshot(), "pods"))).containsExactly("scale");
    assertThat(names(search.search(snapshot(), "pods"))).containsExactly("scale");
    assertThat(calls).as("not asked again for a while").hasValue(1);
  }
}
