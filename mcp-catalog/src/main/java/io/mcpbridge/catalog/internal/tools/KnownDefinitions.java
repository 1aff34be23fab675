package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.catalog.server.ToolPinStore;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.model.Tool;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first seen or last accepted definitions of all servers' tools, and the servers' instructions
 * as the definition of a tool {@link #INSTRUCTIONS}. They live as long as the catalog, survive
 * replacement of a server, and include tools that are no longer listed: a change cannot hide behind
 * a list without the tool. If the application provides a {@link ToolPinStore}, its fingerprints
 * decide what counts as changed, and the definitions here only show the difference. Thread-safe.
 */
public final class KnownDefinitions {

  /**
   * The name under which a server's instructions are pinned. A tool should not be named so
   * (2025-11-25, server/tools: tool names). One that is shares the pin, so that under {@link
   * io.mcpbridge.catalog.server.ToolChangePolicy#BLOCK} both are withheld.
   */
  static final String INSTRUCTIONS = "(instructions)";

  /** Far more tools than a server has. */
  static final int MAX_TOOLS = 20_000;

  /** Far more servers than a catalog has. */
  private static final int MAX_SERVERS = ServerNames.MAX_NAMES;

  /**
   * A budget of characters per server for definitions that are not listed in that form; beyond it,
   * only hashes are kept.
   */
  private static final int MAX_UNLISTED_CHARACTERS = 1_000_000;

  /** Changes of one server that are described in the log; of later ones the tools are named. */
  private static final int MAX_LOGGED_CHANGES = 100;

  /** Longer names are replaced by their hash. */
  private static final int MAX_NAME_LENGTH = 200;

  private final @Nullable ToolPinStore store;
  private final InvisibleCharacterReports reports;
  private final Map<String, OfServer> servers = new HashMap<>();

  /**
   * @param store the application's store; {@code null} for memory only
   */
  public KnownDefinitions(@Nullable ToolPinStore store, InvisibleCharacterReports reports) {
    this.store = store;
    this.reports = reports;
  }

  /** The definitions of one server; survives replacement of the server. */
  public synchronized OfServer of(String server) {
    OfServer definitions = servers.get(server);
    if (definitions == null) {
      definitions = new OfServer(server, servers.size() < MAX_SERVERS);
      if (servers.size() < MAX_SERVERS) {
        servers.put(server, definitions);
      }
    }
    return definitions;
  }

  /**
   * The result of a comparison.
   *
   * @param isSeen whether a definition of the tool was known
   * @param isSame whether that definition equals the current one
   * @param before the known definition, if it was kept
   */
  record Comparison(boolean isSeen, boolean isSame, @Nullable Tool before) {

    static final Comparison FIRST = new Comparison(false, false, null);
  }

  /** The definitions of one server, and what the log has reported about them. */
  final class OfServer {

    private final String server;
    private final boolean hasRoom;
    private final Map<String, KnownTool> knownTools = new HashMap<>();
    private final OnceLogger reported;
    private long unlisted;
    private int described;

    private OfServer(String server, boolean hasRoom) {
      this.server = server;
      this.hasRoom = hasRoom;
      this.reported = reports.of(server);
    }

    /** Whether the application stores fingerprints. */
    boolean hasStore() {
      return store != null;
    }

    /** Whether one more change is described in the log. */
    synchronized boolean isDescribed() {
      return described < MAX_LOGGED_CHANGES && described++ < MAX_LOGGED_CHANGES;
    }

    /** The invisible characters of the server that the log has reported. */
    OnceLogger reported() {
      return reported;
    }

    /**
     * Compares a tool with its known definition.
     *
     * @throws RuntimeException if the application's store fails
     */
    Comparison compare(Tool tool) {
      // Outside the lock, since the application's store may be slow.
      String stored = store == null ? null : store.fingerprint(server, tool.name());
      String now = store == null ? null : DefinitionHash.of(tool);
      synchronized (this) {
        KnownTool knownTool = knownTools.get(key(tool));
        if (store != null) {
          return withStore(tool, knownTool, stored, Objects.requireNonNull(now));
        }
        if (knownTool == null) {
          return Comparison.FIRST;
        }
        boolean isUnchanged = knownTool.is(tool);
        if (isUnchanged) {
          keep(tool);
        }
        return new Comparison(true, isUnchanged, knownTool.definition);
      }
    }

    private Comparison withStore(
        Tool tool, @Nullable KnownTool knownTool, @Nullable String stored, String now) {
      if (stored == null) {
        return Comparison.FIRST;
      }
      if (stored.equals(now)) {
        keep(tool);
        return new Comparison(true, true, tool);
      }
      Tool before = knownTool == null ? null : knownTool.definition;
      boolean isThat = before != null && DefinitionHash.of(before).equals(stored);
      return new Comparison(true, false, isThat ? before : null);
    }

    /**
     * Makes this the tool's known definition.
     *
     * @throws IllegalStateException if the limit is reached
     * @throws RuntimeException if the application's store fails
     */
    void save(Tool tool) {
      if (store != null) {
        store.save(server, tool.name(), DefinitionHash.of(tool));
      }
      synchronized (this) {
        if (store == null) {
          requireRoom(tool);
        }
        keep(tool);
      }
    }

    private void requireRoom(Tool tool) {
      if (!hasRoom) {
        throw new IllegalStateException("no more than " + MAX_SERVERS + " servers are remembered");
      }
      if (isFull(key(tool))) {
        throw new IllegalStateException(
            "no more than " + MAX_TOOLS + " tools of one server are remembered");
      }
    }

    /** Whether there is no room for another definition; there is always room for instructions. */
    private boolean isFull(String key) {
      int tools = knownTools.size() - (knownTools.containsKey(INSTRUCTIONS) ? 1 : 0);
      return tools >= MAX_TOOLS && !knownTools.containsKey(key) && !key.equals(INSTRUCTIONS);
    }

    private void keep(Tool tool) {
      String key = key(tool);
      if (!isFull(key)) {
        KnownTool before = knownTools.put(key, new KnownTool(tool));
        unlisted -= before == null ? 0 : before.unlisted;
      }
    }

    /**
     * Updates the budget after a listing. Kept definitions that the server does not list in that
     * form take extra memory, which a server that changes its tools with every listing must not
     * exhaust.
     */
    synchronized void listed(Collection<Tool> tools) {
      Set<Tool> listed = Collections.newSetFromMap(new IdentityHashMap<>());
      listed.addAll(tools);
      for (KnownTool candidate : knownTools.values()) {
        Tool definition = candidate.definition;
        if (definition == null || candidate.unlisted > 0 || listed.contains(definition)) {
          continue;
        }
        int size = 1 + definition.name().length() + DefinitionHash.definition(definition).length();
        if (unlisted + size > MAX_UNLISTED_CHARACTERS) {
          candidate.onlyFingerprint();
        } else {
          candidate.unlisted = size;
          unlisted += size;
        }
      }
    }
  }

  /** A definition, or only its fingerprint if the budget is used up. */
  private static final class KnownTool {

    private @Nullable Tool definition;
    private @Nullable String fingerprint;

    /** Its size in characters if it counts against the budget; otherwise 0. */
    private int unlisted;

    KnownTool(Tool definition) {
      this.definition = definition;
    }

    void onlyFingerprint() {
      fingerprint = DefinitionHash.of(Objects.requireNonNull(definition));
      definition = null;
    }

    boolean is(Tool tool) {
      return definition == null
          ? DefinitionHash.of(tool).equals(fingerprint)
          : DefinitionHash.areSame(definition, tool);
    }
  }

  private static String key(Tool tool) {
    String name = tool.name();
    return name.length() > MAX_NAME_LENGTH ? Sha256.of(name) : name;
  }
}
