package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.Listing;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tools of one server, as they were listed last, and what it said of itself then. */
final class ServerTools {

  /** Whoever asks has a reason to believe that the list has changed. */
  private static final CallOptions FRESH = CallOptions.defaults().withFreshAnswer();

  /**
   * A server that wants its list to be asked for all the time is not: a list is good for as long.
   */
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final String server;
  private final KnownDefinitions.OfServer known;
  private final McpClient client;
  private ServerOptions options;
  private DefinitionWatch definitions;
  private InvisibleWatch invisible;
  private ToolAdmission admission;
  private volatile Listed last = Listed.NOTHING;

  /** How many announcements of changes had come when they were listed last. */
  private volatile long announcements;

  ServerTools(
      String server, ServerOptions options, KnownDefinitions.OfServer known, McpClient client) {
    this.server = server;
    this.known = known;
    this.client = client;
    this.options = options;
    this.definitions = new DefinitionWatch(server, options.definitions(), known);
    this.invisible = new InvisibleWatch(server, options.invisibleCharacters(), known.reported());
    this.admission = new ToolAdmission(server, options, definitions, invisible);
  }

  /** Those that are known are admitted by other options from now on, as are those listed next. */
  synchronized void become(ServerOptions other) {
    if (other.definitions() != options.definitions()) {
      definitions = new DefinitionWatch(server, other.definitions(), known);
    }
    options = other;
    invisible = new InvisibleWatch(server, other.invisibleCharacters(), known.reported());
    admission = new ToolAdmission(server, other, definitions, invisible);
    Listed now = last;
    if (now.info() != null) {
      last = listed(now.info(), now.own(), now.goodUntil());
    }
  }

  /** However they are described when they are listed next, they are as they should be. */
  synchronized void acceptNext() {
    definitions.acceptNext();
  }

  List<CatalogTool> all() {
    return last.tools();
  }

  @Nullable CatalogTool named(String modelName) {
    return last.named().get(modelName);
  }

  /** What the server said of itself, as it said it. */
  @Nullable ServerInfo info() {
    return last.info();
  }

  /** How to use the server, as models read it; {@code null} if it does not say. */
  @Nullable String instructions() {
    return last.instructions();
  }

  /** Whether they have been listed, or taken over from who listed them. */
  boolean areKnown() {
    return last.info() != null;
  }

  /** Begins with what another one has listed of the same server, as far as it is admitted here. */
  synchronized void takeOver(ServerTools other) {
    Listed now = other.last;
    if (now.info() != null) {
      last = listed(now.info(), now.own(), null);
    }
  }

  /**
   * Whether the server said that its list is good for a certain time, and that is over (2026-07-28,
   * caching: to be asked for again when it is needed next).
   */
  boolean areStale() {
    Long until = last.goodUntil();
    return until != null && System.nanoTime() - until >= 0;
  }

  /** Whether the server has announced since that they changed. No I/O, no lock. */
  boolean areOutdated() {
    return client.toolAnnouncements() != announcements;
  }

  /** Until when, on the monotonic clock; {@code null} if the server does not say. */
  @Nullable Long goodUntil() {
    return last.goodUntil();
  }

  /**
   * Lists them.
   *
   * @return whether anything has changed
   * @throws io.mcpbridge.error.McpException if they cannot be listed; the last ones stay
   */
  boolean list(ServerInfo greeted) {
    long announced = client.toolAnnouncements(); // before: what is announced meanwhile is newer
    Listing<Tool> listing =
        greeted.offers("tools") ? client.list(ListToolsRequest.first(), FRESH) : NONE;
    return become(greeted, listing, announced);
  }

  private synchronized boolean become(ServerInfo greeted, Listing<Tool> listing, long announced) {
    Listed before = last;
    Listed fresh = listed(greeted, listing.items(), goodUntil(listing.freshFor()));
    definitions.looked(Stream.concat(fresh.own().stream(), fresh.added().stream()).toList());
    last = fresh;
    announcements = announced;
    return !fresh.tools().equals(before.tools()) || !before.hasInstructionsOf(greeted);
  }

  private Listed listed(ServerInfo info, List<Tool> own, @Nullable Long goodUntil) {
    List<Tool> added =
        options.resourceTools() && info.offers("resources")
            ? ResourceToolKit.besides(own, server)
            : List.of();
    List<Tool> all = Stream.concat(own.stream(), added.stream()).toList();
    List<CatalogTool> tools = admission.admit(all);
    Map<String, CatalogTool> named =
        tools.stream()
            .collect(
                Collectors.toMap(CatalogTool::modelName, tool -> tool, (first, same) -> first));
    return new Listed(info, invisible.instructions(info), own, added, tools, named, goodUntil);
  }

  /** Whether a tool of that name is one that the catalogue adds to those of the server. */
  boolean isAdded(String tool) {
    return last.added().stream().anyMatch(one -> one.name().equals(tool));
  }

  private static final Listing<Tool> NONE = new Listing<>(List.of(), List.of(), Duration.ZERO);

  private static @Nullable Long goodUntil(Duration freshFor) {
    if (freshFor.isZero()) {
      return null;
    }
    Duration good = freshFor.compareTo(SHORTEST) < 0 ? SHORTEST : freshFor;
    return System.nanoTime() + good.toNanos();
  }

  /**
   * @param info what it said of itself, as it said it
   * @param instructions the same as models read it
   * @param own all that the server has
   * @param added those that the catalogue adds, see {@link ResourceTools}
   * @param tools what the catalogue has of them
   * @param named the same by the names that the model calls them by
   */
  private record Listed(
      @Nullable ServerInfo info,
      @Nullable String instructions,
      List<Tool> own,
      List<Tool> added,
      List<CatalogTool> tools,
      Map<String, CatalogTool> named,
      @Nullable Long goodUntil) {

    static final Listed NOTHING =
        new Listed(null, null, List.of(), List.of(), List.of(), Map.of(), null);

    boolean hasInstructionsOf(ServerInfo other) {
      String before = info == null ? null : info.instructions();
      return Objects.equals(before, other.instructions());
    }
  }
}
