package io.mcpbridge.verification.toolsearch;

import io.mcpbridge.catalog.FoundTools;
import io.mcpbridge.catalog.SearchToolSets;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet.MatchedTool;
import io.mcpbridge.catalog.internal.truncation.TokenEstimate;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.json.Json;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.search.ToolSearchStyle;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A conversation of five questions. For each one, the model searches, calls the best tool, whose
 * result has 200 tokens, and answers with 50. Counts what the model reads in all requests: the
 * definitions and the messages so far.
 */
final class SearchConversation {

  private static final int QUESTIONS = 5;
  private static final int TOKENS_OF_RESULT = 200;
  private static final int TOKENS_OF_ANSWER = 50;
  private static final Object CONVERSATION = "1";

  private final SearchTools tools;
  private final FoundTools foundTools;
  private final boolean isLoading;
  private int messages;
  private int total;

  private SearchConversation(ToolCatalog catalog, ToolSearchStyle style) {
    ToolSearch search = ToolSearch.builder().mode(ToolSearchMode.ALWAYS).style(style).build();
    SearchToolSets sets = new SearchToolSets(search, tool -> false);
    this.tools = Objects.requireNonNull(sets.instead(catalog, null, null));
    this.foundTools = sets.foundTools();
    this.isLoading = style == ToolSearchStyle.LOAD;
  }

  static int tokens(ToolCatalog catalog, ToolSearchStyle style, List<Corpus.Query> queries) {
    SearchConversation conversation = new SearchConversation(catalog, style);
    queries.stream()
        .filter(query -> query.kind().equals("c"))
        .limit(QUESTIONS)
        .forEach(conversation::ask);
    return conversation.total;
  }

  private void ask(Corpus.Query query) {
    messages += TokenEstimate.of(query.text());
    call("search_tools", SearchCallsBenchmark.arguments(query.wordings()));
    CatalogTool best =
        tools.catalog().tools().stream().filter(query::isRelevant).findFirst().orElseThrow();
    String arguments = "{\"id\": \"12345678\"}"; // about what a call needs
    String name = best.modelName();
    request(
        isLoading ? name + arguments : "call_tool" + Json.write(Map.of("name", name)) + arguments,
        TOKENS_OF_RESULT);
    foundTools.record(CONVERSATION, best, ToolOutput.success(""));
    request("", TOKENS_OF_ANSWER);
  }

  private void call(String name, String arguments) {
    ToolOutput output = tools.call(name, arguments);
    request(name + arguments, TokenEstimate.of(output.text()));
    foundTools.record(CONVERSATION, Objects.requireNonNull(tools.snapshot().tool(name)), output);
  }

  /** The model reads everything, and writes what it and the next requests read. */
  private void request(String written, int tokensOfAnswer) {
    total += messages + tools.tools().stream().mapToInt(CatalogTool::tokens).sum();
    if (isLoading) {
      for (MatchedTool tool : foundTools.of(CONVERSATION, tools)) {
        total += tool.tool().tokens();
      }
    }
    messages += TokenEstimate.of(written) + tokensOfAnswer;
  }
}
