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

/** The last listed tools of one server, and the server info at that time. */
final class ServerTools {

  /** Bypasses the cache, since a caller has a reason to expect changes. */
  private static final CallOptions FRESH = CallOptions.defaults().withNoCache();

  /** The minimum {@code ttlMs}, against servers that ask for constant listing. */
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final String server;
  private final KnownDefinitions.OfServer known;
  private final McpClient client;
  private ServerOptions options;
  private ToolChangeDetector definitions;
  private InvisibleCharacterDetector invisible;
  private ToolAdmission admission;
  private volatile ToolListing last = ToolListing.NOTHING;

  /** The number of change notifications before the last listing. */
  private volatile long announcements;

  ServerTools(
      String server, ServerOptions options, KnownDefinitions.OfServer known, McpClient client) {
    this.server = server;
    this.known = known;
    this.client = client;
    this.options = options;
    this.definitions = new ToolChangeDetector(server, options.toolChangePolicy(), known);
    this.invisible =
        new InvisibleCharacterDetector(server, options.invisibleCharacters(), known.reported());
    this.admission = new ToolAdmission(server, options, definitions, invisible);
  }

  /** Applies other options to the known tools and to those listed next. */
  synchronized void become(ServerOptions other) {
    if (other.toolChangePolicy() != options.toolChangePolicy()) {
      definitions = new ToolChangeDetector(server, other.toolChangePolicy(), known);
    }
    options = other;
    invisible =
        new InvisibleCharacterDetector(server, other.invisibleCharacters(), known.reported());
    admission = new ToolAdmission(server, other, definitions, invisible);
    ToolListing now = last;
    if (now.info() != null) {
      last = toolListing(now.info(), now.own(), now.goodUntil());
    }
  }

  /** Accepts the definitions of the next listing. */
  synchronized void acceptNext() {
    definitions.acceptNext();
  }

  List<CatalogTool> all() {
    return last.tools();
  }

  @Nullable CatalogTool named(String modelName) {
    return last.named().get(modelName);
  }

  /** What the server reported about itself, unmodified. */
  @Nullable ServerInfo info() {
    return last.info();
  }

  /** The server's instructions as shown to models; {@code null} if there are none. */
  @Nullable String instructions() {
    return last.instructions();
  }

  /** Whether the tools have been listed, or taken over from a predecessor. */
  boolean areKnown() {
    return last.info() != null;
  }

  /** Starts with the tools that the predecessor listed, as far as these options admit them. */
  synchronized void takeOver(ServerTools other) {
    ToolListing now = other.last;
    if (now.info() != null) {
      last = toolListing(now.info(), now.own(), null);
    }
  }

  /**
   * Whether the {@code ttlMs} of the list has expired (2026-07-28, caching: to be requested again
   * when next needed).
   */
  boolean areStale() {
    Long until = last.goodUntil();
    return until != null && System.nanoTime() - until >= 0;
  }

  /** Whether the server has announced a change since. No I/O, no lock. */
  boolean areOutdated() {
    return client.toolAnnouncements() != announcements;
  }

  /**
   * When the {@code ttlMs} of the list expires, on the monotonic clock; {@code null} without one.
   */
  @Nullable Long goodUntil() {
    return last.goodUntil();
  }

  /**
   * Lists the tools.
   *
   * @return whether anything changed
   * @throws io.mcpbridge.error.McpException if they cannot be listed; the last ones stay
   */
  boolean list(ServerInfo greeted) {
    long announced = client.toolAnnouncements(); // first: later notifications are newer
    Listing<Tool> listing =
        greeted.offers("tools") ? client.list(ListToolsRequest.first(), FRESH) : NONE;
    return become(greeted, listing, announced);
  }

  private synchronized boolean become(ServerInfo greeted, Listing<Tool> listing, long announced) {
    ToolListing before = last;
    ToolListing fresh = toolListing(greeted, listing.items(), goodUntil(listing.freshFor()));
    definitions.looked(Stream.concat(fresh.own().stream(), fresh.added().stream()).toList());
    last = fresh;
    announcements = announced;
    return !fresh.tools().equals(before.tools()) || !before.hasInstructionsOf(greeted);
  }

  private ToolListing toolListing(ServerInfo info, List<Tool> own, @Nullable Long goodUntil) {
    List<Tool> added =
        options.resourceTools() && info.offers("resources")
            ? ResourceToolDefinitions.besides(own, server)
            : List.of();
    List<Tool> all = Stream.concat(own.stream(), added.stream()).toList();
    List<CatalogTool> tools = admission.admit(all);
    Map<String, CatalogTool> named =
        tools.stream()
            .collect(
                Collectors.toMap(CatalogTool::modelName, tool -> tool, (first, same) -> first));
    return new ToolListing(info, invisible.instructions(info), own, added, tools, named, goodUntil);
  }

  /** Whether the catalog adds a tool of that name to the server's own. */
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
   * @param info what the server reported about itself, unmodified
   * @param instructions its instructions as shown to models
   * @param own all tools of the server
   * @param added the tools that the catalog adds, see {@link ResourceTools}
   * @param tools the admitted tools
   * @param named the admitted tools by model name
   */
  private record ToolListing(
      @Nullable ServerInfo info,
      @Nullable String instructions,
      List<Tool> own,
      List<Tool> added,
      List<CatalogTool> tools,
      Map<String, CatalogTool> named,
      @Nullable Long goodUntil) {

    static final ToolListing NOTHING =
        new ToolListing(null, null, List.of(), List.of(), List.of(), Map.of(), null);

    boolean hasInstructionsOf(ServerInfo other) {
      String before = info == null ? null : info.instructions();
      return Objects.equals(before, other.instructions());
    }
  }
}
