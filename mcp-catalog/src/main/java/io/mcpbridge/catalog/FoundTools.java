package io.mcpbridge.catalog;

import io.mcpbridge.catalog.ToolSet.MatchedTool;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.search.ToolSearch;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of the tools that models found, by conversation, for {@link
 * io.mcpbridge.search.ToolSearchStyle#LOAD}. Which of them are offered depends on the tools that
 * are searched, so a user is offered nothing that the user could not find. In memory; beyond a
 * thousand conversations, the least recently used is forgotten. Thread-safe.
 */
public final class FoundTools {

  private static final int MAX_CONVERSATIONS = 1_000;

  private static final int MAX_REQUESTS = 1_000;

  private final int maxTools;
  private final LruMap<Object, ConversationTools> conversations = new LruMap<>(MAX_CONVERSATIONS);
  private final LruMap<Object, Set<String>> requests = new LruMap<>(MAX_REQUESTS);

  /**
   * @param search limits the number of tools
   */
  FoundTools(ToolSearch search) {
    this.maxTools = search.maxLoaded();
  }

  /** In the order in which they were found, which is that of the definitions. */
  private static final class ConversationTools {

    private final Map<String, Long> lastUse = new LinkedHashMap<>();
    private long uses;

    /** The first of the names, which is the best, is forgotten last. */
    synchronized void use(List<String> names, int maxNames) {
      uses += names.size();
      long use = uses;
      for (String name : names) {
        lastUse.put(name, use--);
      }
      while (lastUse.size() > maxNames) {
        lastUse
            .keySet()
            .remove(Collections.min(lastUse.entrySet(), Map.Entry.comparingByValue()).getKey());
      }
    }

    synchronized void useAgain(String name) {
      lastUse.computeIfPresent(name, (key, before) -> ++uses);
    }

    synchronized List<String> names() {
      return List.copyOf(lastUse.keySet());
    }
  }

  /**
   * Records what a search found, or that a found tool was called.
   *
   * @param conversation its id, together with the user
   * @param called the tool that was called, a search tool or another
   * @param output its result
   */
  public void record(Object conversation, CatalogTool called, ToolOutput output) {
    if (called.server().equals(SearchTools.SERVER)) {
      add(conversation, SearchToolAnswers.foundNames(output));
      return;
    }
    ConversationTools recorded = conversations.get(conversation);
    if (recorded != null) {
      recorded.useAgain(called.modelName());
    }
  }

  /** Adds tools as if they had been found. */
  public void add(Object conversation, List<String> modelNames) {
    if (!modelNames.isEmpty()) {
      conversations.computeIfAbsent(conversation, ConversationTools::new).use(modelNames, maxTools);
    }
  }

  /**
   * The found tools to offer after those of the search, in a stable order, and after the first of
   * each server the tool to read on in its long results. A tool that has vanished or may not be
   * found anymore is left out.
   *
   * @param conversation as recorded
   */
  public List<MatchedTool> of(Object conversation, SearchTools tools) {
    return of(conversation, tools, null);
  }

  /**
   * As {@link #of(Object, SearchTools)}, for an adapter that cannot take tools back within a
   * request: no more than the maximum in one request. The next request offers the others.
   *
   * @param request its id; {@code null} if tools can be taken back
   */
  public List<MatchedTool> of(Object conversation, SearchTools tools, @Nullable Object request) {
    ConversationTools recorded = conversations.get(conversation);
    if (recorded == null) {
      return List.of();
    }
    Set<String> ofRequest =
        request == null
            ? new HashSet<>()
            : requests.computeIfAbsent(request, () -> ConcurrentHashMap.newKeySet());
    Map<String, MatchedTool> offered = new LinkedHashMap<>();
    for (String name : recorded.names()) {
      MatchedTool tool = tools.loadable(name);
      boolean isWithinMaximum =
          ofRequest.contains(name) || request == null || ofRequest.size() < maxTools;
      if (tool != null && isWithinMaximum) {
        ofRequest.add(name);
        offered.putIfAbsent(name, tool);
        MatchedTool reader = tools.resultReader(tool);
        if (reader != null) {
          offered.putIfAbsent(reader.tool().modelName(), reader);
        }
      }
    }
    return List.copyOf(offered.values());
  }
}
