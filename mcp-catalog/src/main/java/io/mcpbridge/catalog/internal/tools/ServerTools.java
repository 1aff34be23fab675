package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerWarning;
import io.mcpbridge.catalog.server.ServerWarning.Kind;
import io.mcpbridge.catalog.server.ToolChangePolicy;
import io.mcpbridge.catalog.server.ToolNameMapper;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.Listing;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.Visibility;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The last listed tools of one server, and the server info at that time. */
public final class ServerTools {

  /** Bypasses the cache, since a caller has a reason to expect changes. */
  private static final CallOptions NO_CACHE = CallOptions.builder().noCache().build();

  private static final int MAX_WARNINGS = 100;

  /** The minimum {@code ttlMs}, against servers that ask for constant listing. */
  private static final Duration MIN_FRESHNESS = Duration.ofSeconds(1);

  private final String server;
  private final KnownDefinitions.OfServer knownDefinitions;
  private final ClientEngine client;
  private final ModelNames modelNames;
  private final boolean storesResults;

  /** Held while tools are compared with their pins, but not by changes of the options. */
  private final ReentrantLock comparing = new ReentrantLock();

  /**
   * Whether to accept the definitions of the next listing, also under other options, and by a
   * successor.
   */
  private volatile AtomicBoolean accepting = new AtomicBoolean();

  private volatile ServerOptions options;
  private volatile ToolChangeDetector definitions;
  private InvisibleCharacterDetector invisible;
  private volatile ToolAdmission admission;
  private volatile ToolListing last = ToolListing.NOTHING;

  /** Why entries of the last listing were left out. */
  private volatile List<String> omissions = List.of();

  /** The number of change notifications before the last listing. */
  private volatile long announcements;

  /**
   * @param storesResults whether models can read on in long results
   */
  public ServerTools(
      String server,
      ServerOptions options,
      KnownDefinitions.OfServer knownDefinitions,
      ClientEngine client,
      ToolNameMapper toolNames,
      boolean storesResults) {
    this.server = server;
    this.knownDefinitions = knownDefinitions;
    this.client = client;
    this.modelNames = new ModelNames(server, toolNames);
    this.storesResults = storesResults;
    this.options = options;
    this.definitions = new ToolChangeDetector(server, options.toolChangePolicy(), knownDefinitions);
    this.invisible =
        new InvisibleCharacterDetector(
            server, options.invisibleCharacters(), knownDefinitions.reported());
    this.admission = new ToolAdmission(server, options, modelNames, definitions, invisible);
  }

  /**
   * Applies other options to the known tools and to those listed next.
   *
   * @return whether tools must be compared with their pins, see {@link #compare}
   */
  public boolean update(ServerOptions newOptions) {
    modelNames.prepare(last.serverTools(), newOptions);
    synchronized (this) {
      if (newOptions.toolChangePolicy() != options.toolChangePolicy()) {
        definitions =
            new ToolChangeDetector(server, newOptions.toolChangePolicy(), knownDefinitions);
      }
      options = newOptions;
      invisible =
          new InvisibleCharacterDetector(
              server, newOptions.invisibleCharacters(), knownDefinitions.reported());
      admission = new ToolAdmission(server, newOptions, modelNames, definitions, invisible);
      ToolListing now = last;
      if (now.info() != null) {
        last = toolListing(now.info(), now.serverTools(), now.goodUntil(), now.verdicts());
      }
    }
    return mustCompare();
  }

  /** Accepts the definitions of the next listing. */
  public void acceptNext() {
    accepting.set(true);
  }

  public List<CatalogTool> all() {
    return last.tools();
  }

  /** All definitions, selected or not. */
  public List<Tool> definitions() {
    return last.all();
  }

  /** All tools, selected or not; those that the catalog does not have with the default name. */
  public List<ListedTool> listed() {
    ToolListing now = last;
    Map<String, String> modelNames =
        now.tools().stream()
            .collect(
                Collectors.toMap(
                    CatalogTool::name, CatalogTool::modelName, (first, duplicate) -> first));
    return now.all().stream()
        .map(
            tool -> {
              String name = modelNames.get(tool.name());
              return new ListedTool(
                  tool.name(), name == null ? ToolNames.modelName(server, tool.name()) : name);
            })
        .toList();
  }

  public @Nullable CatalogTool named(String modelName) {
    return last.named().get(modelName);
  }

  /** What the server reported about itself, unmodified. */
  public @Nullable ServerInfo info() {
    return last.info();
  }

  /** What is wrong with the last listing: at most 100 entries that cannot be used, and texts. */
  public List<ServerWarning> warnings() {
    ToolListing now = last;
    ServerInfo info = now.info();
    Stream<ServerWarning> unusable =
        omissions.stream()
            .limit(MAX_WARNINGS)
            .map(it -> ServerWarning.of(Kind.UNUSABLE_TOOL, null, ServerText.line(it)));
    Stream<ServerWarning> ofInfo =
        info == null
            ? Stream.empty()
            : invisibleIn("its serverInfo", InvisibleCharacterFindings.of(info));
    Stream<ServerWarning> ofTools =
        now.tools().stream()
            .flatMap(
                tool ->
                    invisibleIn(
                        "the tool \"" + ServerText.line(tool.name()) + "\"",
                        InvisibleCharacterFindings.of(tool.shown())))
            .limit(MAX_WARNINGS);
    return Stream.of(unusable, ofInfo, ofTools).flatMap(it -> it).toList();
  }

  private static Stream<ServerWarning> invisibleIn(
      String subject, InvisibleCharacterFindings findings) {
    return findings.isEmpty()
        ? Stream.empty()
        : Stream.of(
            ServerWarning.of(
                Kind.INVISIBLE_CHARACTERS,
                "ServerOptions.invisibleCharacters",
                subject
                    + " contains characters that models read but people do not see: "
                    + findings));
  }

  /** The server's instructions as shown to models; {@code null} if there are none. */
  public @Nullable String instructions() {
    return last.instructions();
  }

  /** Whether the tools have been listed, or taken over from a predecessor. */
  public boolean areKnown() {
    return last.info() != null;
  }

  /**
   * Starts with the tools that the predecessor listed, as far as these options admit them.
   *
   * @return whether tools must be compared with their pins, see {@link #compare}
   */
  public boolean inheritFrom(ServerTools predecessor) {
    accepting = predecessor.accepting;
    ToolListing now = predecessor.last;
    if (now.info() == null) {
      return false;
    }
    modelNames.prepare(now.serverTools(), options);
    synchronized (this) {
      last = toolListing(now.info(), now.serverTools(), null, now.verdicts());
    }
    return mustCompare();
  }

  /**
   * Whether the last comparison does not suffice: for other tools, or under another policy. Without
   * a store of the application, which may be slow, compares them at once.
   */
  private boolean mustCompare() {
    ToolListing now = last;
    ToolChangePolicy policy = definitions.policy();
    boolean must =
        policy != ToolChangePolicy.ACCEPT
            && now.info() != null
            && (policy != now.verdicts().policy()
                || pinned(admission, now.info(), now.all()).stream()
                    .anyMatch(tool -> !now.verdicts().byName().containsKey(tool.name())));
    if (must && !knownDefinitions.hasStore()) {
      compare();
      return false;
    }
    return must;
  }

  /**
   * Compares the listed tools with their pins. Until then a tool keeps its last verdict; without
   * one, it is disabled under {@link ToolChangePolicy#BLOCK}. May take as long as the application's
   * store.
   */
  public void compare() {
    comparing.lock();
    try {
      ToolListing now = last;
      if (now.info() != null) {
        compareAndReplace(now.info(), now.serverTools(), now::goodUntil, false);
      }
    } finally {
      comparing.unlock();
    }
  }

  /**
   * Compares tools with their pins, and replaces the last listing by them.
   *
   * @return whether anything changed
   */
  private boolean compareAndReplace(
      ServerInfo info,
      List<Tool> serverTools,
      Supplier<@Nullable Long> goodUntil,
      boolean accepts) {
    while (true) {
      ToolAdmission used = admission; // first: it is the last one that other options replace
      ToolChangeDetector detector = definitions;
      modelNames.prepare(serverTools, used.options());
      List<Tool> all = withAdded(info, serverTools);
      List<Tool> pinned = pinned(used, info, all);
      // Outside the monitor, since the application's store may be slow.
      Verdicts verdicts = new Verdicts(detector.policy(), detector.compare(pinned, accepts));
      knownDefinitions.listed(Stream.concat(all.stream(), pinned.stream()).toList());
      synchronized (this) {
        if (used == admission) { // otherwise other options may need other verdicts
          ToolListing before = last;
          last = toolListing(info, serverTools, goodUntil.get(), verdicts);
          return !last.tools().equals(before.tools())
              || !Objects.equals(last.instructions(), before.instructions());
        }
      }
    }
  }

  /**
   * Whether the {@code ttlMs} of the list has expired (2026-07-28, caching: to be requested again
   * when next needed).
   */
  public boolean areStale() {
    Long until = last.goodUntil();
    return until != null && System.nanoTime() - until >= 0;
  }

  /** Whether the server has announced a change since. No I/O, no lock. */
  public boolean areOutdated() {
    return client.toolAnnouncements() != announcements;
  }

  /**
   * When the {@code ttlMs} of the list expires, on the monotonic clock; {@code null} without one.
   */
  public @Nullable Long goodUntil() {
    return last.goodUntil();
  }

  /**
   * Lists the tools.
   *
   * @return whether anything changed
   * @throws io.mcpbridge.error.McpException if they cannot be listed; the last ones stay
   */
  public boolean list(ServerInfo greeted) {
    long announced = client.toolAnnouncements(); // first: later notifications are newer
    Listing<Tool> listing =
        greeted.offers("tools") ? client.list(ListToolsRequest.first(), NO_CACHE) : NONE;
    return update(greeted, listing, announced);
  }

  private boolean update(ServerInfo greeted, Listing<Tool> listing, long announced) {
    comparing.lock();
    try {
      modelNames.forget();
      boolean accepts = accepting.getAndSet(false); // a later acceptance is for the next listing
      boolean changed =
          compareAndReplace(greeted, listing.items(), () -> goodUntil(listing.freshFor()), accepts);
      announcements = announced;
      omissions = listing.omitted();
      return changed;
    } finally {
      comparing.unlock();
    }
  }

  /** What is compared with pins: the admitted tools, then the server's instructions. */
  private static List<Tool> pinned(ToolAdmission admission, ServerInfo info, List<Tool> all) {
    return Stream.concat(
            admission.admitted(all).stream(), Stream.of(ToolChangeDetector.instructions(info)))
        .toList();
  }

  /** The tools of the server and those that the catalog adds. */
  private List<Tool> withAdded(ServerInfo info, List<Tool> serverTools) {
    return Stream.concat(serverTools.stream(), added(info, serverTools).stream()).toList();
  }

  private List<Tool> added(ServerInfo info, List<Tool> serverTools) {
    List<Tool> added = new ArrayList<>();
    if (options.resourceTools() && info.offers("resources")) {
      added.addAll(ResourceToolDefinitions.besides(serverTools, server));
    }
    if (storesResults && !(serverTools.isEmpty() && added.isEmpty())) {
      added.addAll(ReadResultTool.besides(serverTools, server));
    }
    return added;
  }

  private ToolListing toolListing(
      ServerInfo info, List<Tool> serverTools, @Nullable Long goodUntil, Verdicts verdicts) {
    List<Tool> added = added(info, serverTools);
    List<CatalogTool> tools = admission.admit(serverTools, added, verdicts.byName());
    Map<String, CatalogTool> named =
        tools.stream()
            .collect(
                Collectors.toMap(
                    CatalogTool::modelName, tool -> tool, (first, duplicate) -> first));
    String instructions = invisible.instructions(info);
    boolean isOffered =
        definitions.visibility(KnownDefinitions.INSTRUCTIONS, verdicts.byName())
            == Visibility.OFFERED;
    return new ToolListing(
        info,
        isOffered ? instructions : null,
        serverTools,
        added,
        tools,
        named,
        goodUntil,
        verdicts);
  }

  /** Whether the catalog adds a tool of that name to the server's own. */
  public boolean isAdded(String tool) {
    return last.added().stream().anyMatch(added -> added.name().equals(tool));
  }

  private static final Listing<Tool> NONE = new Listing<>(List.of(), List.of(), Duration.ZERO);

  private static @Nullable Long goodUntil(Duration freshFor) {
    if (freshFor.isZero()) {
      return null;
    }
    Duration good = freshFor.compareTo(MIN_FRESHNESS) < 0 ? MIN_FRESHNESS : freshFor;
    return System.nanoTime() + good.toNanos();
  }

  /**
   * @param info what the server reported about itself, unmodified
   * @param instructions its instructions as shown to models; {@code null} if there are none, or if
   *     they are withheld because they changed
   * @param serverTools all tools of the server
   * @param added the tools that the catalog adds, see {@link ResourceTools}
   * @param tools the admitted tools
   * @param named the admitted tools by model name
   * @param verdicts the result of the last comparison with the pins
   */
  private record ToolListing(
      @Nullable ServerInfo info,
      @Nullable String instructions,
      List<Tool> serverTools,
      List<Tool> added,
      List<CatalogTool> tools,
      Map<String, CatalogTool> named,
      @Nullable Long goodUntil,
      Verdicts verdicts) {

    static final ToolListing NOTHING =
        new ToolListing(null, null, List.of(), List.of(), List.of(), Map.of(), null, Verdicts.NONE);

    List<Tool> all() {
      return Stream.concat(serverTools.stream(), added.stream()).toList();
    }
  }

  /**
   * @param policy the policy under which the tools were compared
   * @param byName the maximum visibility of the tools that could be compared
   */
  private record Verdicts(ToolChangePolicy policy, Map<String, Visibility> byName) {

    static final Verdicts NONE = new Verdicts(ToolChangePolicy.ACCEPT, Map.of());
  }
}
