package io.mcpbridge.search;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerInstructions;
import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.schema.ToolLimit;
import io.mcpbridge.selection.ToolPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds tools by what they do, among hundreds whose definitions are too many for a model's context:
 *
 * <pre>{@code
 * ToolSearch search = ToolSearch.builder().embedder(texts -> model.embed(texts)).build();
 * for (ToolHit hit : search.search(catalog.snapshot(), "open a pull request").hits()) {
 *   System.out.println(hit.name() + "(" + hit.signature() + "): " + hit.summary());
 * }
 * }</pre>
 *
 * <p>Ranks by the words of names, titles, descriptions, arguments, their values, and of the
 * servers' names and instructions; by meaning, too, with an {@linkplain Builder#embedder embedding
 * model}. Searches only the offered tools of the snapshot: excluded tools are not found.
 *
 * <p>Makes an index for each snapshot when it is first searched, in memory, and reuses what was
 * known about unchanged tools. Thread-safe; without an embedding model, a search takes less than a
 * millisecond for a thousand tools.
 */
public final class ToolSearch {

  /** The number of snapshots whose indexes are kept. */
  static final int MAX_INDEXES = 32;

  private static final int MAX_DECISIONS = 32;

  private final ToolSearchMode mode;
  private final ToolSearchStyle style;
  private final int maxLoaded;
  private final int limit;
  private final int tokenBudget;
  private final List<ToolPattern> alwaysVisible;
  private final ServerInstructions instructions;
  private final @Nullable ToolVectors vectors;
  private final LruMap<CatalogSnapshot, ToolSearchIndex> indexes = new LruMap<>(MAX_INDEXES);
  private final LruMap<Object, ToolSearchDecision> decisions = new LruMap<>(MAX_DECISIONS);
  private volatile @Nullable ToolSearchIndex last;

  private ToolSearch(Builder builder) {
    this.mode = builder.mode;
    this.style = builder.style;
    this.maxLoaded = builder.maxLoaded;
    this.limit = builder.limit;
    this.tokenBudget = builder.tokenBudget;
    this.alwaysVisible = List.copyOf(builder.alwaysVisible);
    this.instructions = builder.instructions;
    this.vectors =
        builder.embedder == null
            ? null
            : new ToolVectors(builder.embedder, builder.embedderTimeout);
  }

  /** A search with the defaults. */
  public static ToolSearch defaults() {
    return builder().build();
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The best offered tools of a snapshot for a query, at most {@link Builder#limit}. */
  public ToolSearchResult search(CatalogSnapshot snapshot, String query) {
    return search(snapshot, query, limit);
  }

  /**
   * As {@link #search(CatalogSnapshot, String)}, with another limit.
   *
   * @param limit the maximum number of hits; there are none if it is not positive
   */
  public ToolSearchResult search(CatalogSnapshot snapshot, String query, int limit) {
    return search(snapshot, List.of(query), limit);
  }

  /**
   * The best offered tools of a snapshot for several wordings of one query, merged: {@code
   * List.of("create calendar event", "schedule meeting")}. The best tool of each wording is among
   * them.
   *
   * @param limit the maximum number of hits, besides the best of each wording; there are none if it
   *     is not positive
   */
  public ToolSearchResult search(CatalogSnapshot snapshot, List<String> wordings, int limit) {
    return limit <= 0
        ? new ToolSearchResult(String.join("; ", wordings), List.of(), 0)
        : index(snapshot).search(wordings, limit, vectors);
  }

  /**
   * Makes the index of a snapshot, and the vectors of its tools, on the calling thread. Without it
   * the first search makes the index, and vectors are made in the background while searches go by
   * words.
   */
  public void prepare(CatalogSnapshot snapshot) {
    ToolSearchIndex index = index(snapshot);
    if (vectors != null) {
      vectors.prepare(index.documents());
    }
  }

  private ToolSearchIndex index(CatalogSnapshot snapshot) {
    ToolSearchIndex existing = indexes.get(snapshot);
    if (existing != null) {
      return existing;
    }
    ToolSearchIndex created = new ToolSearchIndex(snapshot, last, this::isTrustedServer);
    last = created;
    indexes.put(snapshot, created);
    return created;
  }

  /**
   * The last decisions whether models get the search tools, one for each set of servers and limit
   * of a provider; empty before the first request, and if {@link ToolSearchMode#OFF}.
   */
  public List<ToolSearchDecision> decisions() {
    return decisions.values();
  }

  /**
   * Decides whether models get the search tools instead of all tools; does not keep the decision.
   *
   * @param all the snapshot of all tools
   * @param findable the same without tools that a search does not find
   * @param limit the limit of the model's provider, if it has one
   */
  public ToolSearchDecision decide(
      CatalogSnapshot all, CatalogSnapshot findable, @Nullable ToolLimit limit) {
    int tools = all.tools().size();
    boolean isTooMany = limit != null && tools > limit.maxTools();
    boolean isTooLarge = tokens(findable) > tokenBudget;
    boolean isActive =
        switch (mode) {
          case OFF -> false;
          case ALWAYS -> true;
          case AUTO -> isTooLarge || isTooMany;
        };
    String reason;
    if (mode != ToolSearchMode.AUTO) {
      reason = "mode is " + mode.name().toLowerCase(Locale.ROOT);
    } else if (limit != null && isTooMany) {
      reason = "more tools than " + limit.provider() + " accepts";
    } else {
      reason = (isTooLarge ? "larger than" : "within") + " the token budget";
    }
    List<String> servers = all.tools().stream().map(CatalogTool::server).distinct().toList();
    return new ToolSearchDecision(
        isActive, reason, servers, tools, tokens(all), tokenBudget, limit);
  }

  private static int tokens(CatalogSnapshot snapshot) {
    long tokens = snapshot.tools().stream().mapToLong(CatalogTool::tokens).sum();
    return (int) Math.min(Integer.MAX_VALUE, tokens);
  }

  /**
   * Keeps a decision of {@link io.mcpbridge.catalog.SearchTools} to be shown.
   *
   * @return whether it is the first for its servers, or differs from the one before
   */
  public boolean record(ToolSearchDecision decision) {
    ToolSearchDecision before = decisions.get(decision.about());
    decisions.put(decision.about(), decision);
    return before == null || before.active() != decision.active();
  }

  /** When models get the search tools. */
  public ToolSearchMode mode() {
    return mode;
  }

  /** How models call the tools that they found. */
  public ToolSearchStyle style() {
    return style;
  }

  /** The maximum number of found tools that are offered in a conversation. */
  public int maxLoaded() {
    return maxLoaded;
  }

  /** The maximum number of hits. */
  public int limit() {
    return limit;
  }

  /** The size of all definitions from which {@link ToolSearchMode#AUTO} searches, in tokens. */
  public int tokenBudget() {
    return tokenBudget;
  }

  /** Whether models get a tool beside the search tools. */
  public boolean isAlwaysVisible(CatalogTool tool) {
    return alwaysVisible.stream()
        .anyMatch(pattern -> pattern.matches(tool.server(), tool.listed(), tool.modelName()));
  }

  /** The tools that models get beside the search tools. */
  public List<ToolPattern> alwaysVisible() {
    return alwaysVisible;
  }

  /** Whether models read what a server says of itself. */
  public boolean isTrustedServer(String server) {
    return instructions.isTrusted(server);
  }

  /** Builds a search. Not thread-safe. */
  public static final class Builder {

    private ToolSearchMode mode = ToolSearchMode.AUTO;
    private ToolSearchStyle style = ToolSearchStyle.CALL;
    private int maxLoaded = 20;
    private int limit = 10;
    private int tokenBudget = 20_000;
    private final List<ToolPattern> alwaysVisible = new ArrayList<>();
    private ServerInstructions instructions = ServerInstructions.trusting(List.of());
    private @Nullable ToolEmbedder embedder;
    private Duration embedderTimeout = Duration.ofSeconds(2);

    private Builder() {}

    /**
     * When models get the search tools instead of all tools; default {@link ToolSearchMode#AUTO}.
     */
    public Builder mode(ToolSearchMode mode) {
      this.mode = mode;
      return this;
    }

    /** How models call the tools that they found; default {@link ToolSearchStyle#CALL}. */
    public Builder style(ToolSearchStyle style) {
      this.style = style;
      return this;
    }

    /**
     * The maximum number of found tools that are offered in a conversation with {@link
     * ToolSearchStyle#LOAD}; default 20. Beyond it, those that were neither found nor called for
     * the longest time are forgotten.
     *
     * @throws IllegalArgumentException if not between 1 and 100
     */
    public Builder maxLoaded(int tools) {
      if (tools < 1 || tools > 100) {
        throw new IllegalArgumentException("maxLoaded must be between 1 and 100: " + tools);
      }
      this.maxLoaded = tools;
      return this;
    }

    /**
     * The maximum number of hits of a search; default 10. Fewer if the others fit much worse.
     *
     * @throws IllegalArgumentException if not between 1 and 50
     */
    public Builder limit(int hits) {
      if (hits < 1 || hits > 50) {
        throw new IllegalArgumentException("limit must be between 1 and 50: " + hits);
      }
      this.limit = hits;
      return this;
    }

    /**
     * The size of all definitions from which {@link ToolSearchMode#AUTO} offers the search tools,
     * in tokens of about four characters; default 20,000. Below a few percent of the model's
     * context, the extra round trips of a search cost more than they save.
     *
     * @throws IllegalArgumentException if negative
     */
    public Builder tokenBudget(int tokens) {
      if (tokens < 0) {
        throw new IllegalArgumentException("tokenBudget must not be negative: " + tokens);
      }
      this.tokenBudget = tokens;
      return this;
    }

    /**
     * Always offers these tools, beside the search tools; default: none.
     *
     * @param names patterns ({@code *} and {@code ?} wildcards) of the names that models or servers
     *     use: {@code github__get_*} or {@code get_*}
     */
    public Builder alwaysVisible(String... names) {
      return names.length == 0 ? this : alwaysVisible(ToolPattern.named(names));
    }

    /** As {@link #alwaysVisible(String...)}. */
    public Builder alwaysVisible(ToolPattern tools) {
      alwaysVisible.add(tools);
      return this;
    }

    /**
     * Describes these servers to models by their own instructions, which steer the model; default:
     * none, so that models read names of their tools instead.
     *
     * @param servers keys of servers, with {@code *} and {@code ?} wildcards
     * @throws IllegalArgumentException if one is empty
     */
    public Builder trustedServers(String... servers) {
      this.instructions = ServerInstructions.trusting(List.of(servers));
      return this;
    }

    /**
     * Also ranks by meaning, with the application's embedding model; default: lexical only. If the
     * model fails, the search is lexical only for a minute.
     */
    public Builder embedder(ToolEmbedder model) {
      this.embedder = model;
      return this;
    }

    /** How long a search waits for the embedding of its query; default 2 seconds. */
    public Builder embedderTimeout(Duration atMost) {
      if (atMost.isZero() || atMost.isNegative()) {
        throw new IllegalArgumentException("embedderTimeout must be positive: " + atMost);
      }
      this.embedderTimeout = atMost;
      return this;
    }

    /** Builds the search. Does no I/O. */
    public ToolSearch build() {
      return new ToolSearch(this);
    }
  }
}
