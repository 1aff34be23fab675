package io.mcpbridge.catalog;

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
 * How the tools of all servers were described when they were seen first, or accepted. It lasts as
 * long as its catalog, also when a server is replaced, and keeps what is not listed any more: a
 * change cannot hide behind a list without the tool. An application's {@link ToolPins} decide what
 * counts as changed; what is kept here then only says what was different. Thread-safe.
 */
final class KnownDefinitions {

  /** More tools than one server has in its life. */
  static final int MOST_TOOLS = 20_000;

  /** More servers than one catalog has in its life. */
  private static final int MOST_SERVERS = ServerNames.MOST;

  /** Characters of definitions that one server does not list as they are kept; then hashes. */
  private static final int MOST_UNLISTED = 1_000_000;

  /** Longer names are kept as their hash. */
  private static final int LONGEST_NAME = 200;

  private final @Nullable ToolPins store;
  private final Map<String, OfServer> servers = new HashMap<>();

  /**
   * @param store the application's own; {@code null} for memory alone
   */
  KnownDefinitions(@Nullable ToolPins store) {
    this.store = store;
  }

  /** Those of one server; the same object for whatever takes its place under that name. */
  synchronized OfServer of(String server) {
    OfServer known = servers.get(server);
    if (known == null) {
      known = new OfServer(server, servers.size() < MOST_SERVERS);
      if (servers.size() < MOST_SERVERS) {
        servers.put(server, known);
      }
    }
    return known;
  }

  /**
   * What is known of a tool.
   *
   * @param isSeen whether it was described before
   * @param isSame whether it was described as it is now
   * @param before how it was described, as far as that was kept
   */
  record Comparison(boolean isSeen, boolean isSame, @Nullable Tool before) {

    static final Comparison FIRST = new Comparison(false, false, null);
  }

  /** Those of one server, and what was said of them in the log. */
  final class OfServer {

    private final String server;
    private final boolean hasRoom;
    private final Map<String, Kept> kept = new HashMap<>();
    private final ToldOnce reported = new ToldOnce();
    private long unlisted;

    private OfServer(String server, boolean hasRoom) {
      this.server = server;
      this.hasRoom = hasRoom;
    }

    /** Whether the application remembers fingerprints itself. */
    boolean hasStore() {
      return store != null;
    }

    /** What was reported of the server and its tools already. */
    ToldOnce reported() {
      return reported;
    }

    /**
     * Compares a tool with how it was described before.
     *
     * @throws RuntimeException if the application's store fails
     */
    Comparison compare(Tool tool) {
      // Not under the lock: an application's store may take long.
      String stored = store == null ? null : store.fingerprint(server, tool.name());
      String now = store == null ? null : Fingerprint.of(tool);
      synchronized (this) {
        Kept known = kept.get(key(tool));
        if (store != null) {
          return withStore(tool, known, stored, Objects.requireNonNull(now));
        }
        if (known == null) {
          return Comparison.FIRST;
        }
        boolean same = known.is(tool);
        if (same) {
          keep(tool);
        }
        return new Comparison(true, same, known.definition);
      }
    }

    private Comparison withStore(
        Tool tool, @Nullable Kept known, @Nullable String stored, String now) {
      if (stored == null) {
        return Comparison.FIRST;
      }
      if (stored.equals(now)) {
        keep(tool);
        return new Comparison(true, true, tool);
      }
      Tool before = known == null ? null : known.definition;
      boolean isThat = before != null && Fingerprint.of(before).equals(stored);
      return new Comparison(true, false, isThat ? before : null);
    }

    /**
     * From now on the tool is compared with this definition.
     *
     * @throws IllegalStateException if there is no room for it
     * @throws RuntimeException if the application's store fails
     */
    void note(Tool tool) {
      if (store != null) {
        store.note(server, tool.name(), Fingerprint.of(tool));
      }
      synchronized (this) {
        if (store == null) {
          mustHaveRoom(tool);
        }
        keep(tool);
      }
    }

    private void mustHaveRoom(Tool tool) {
      if (!hasRoom) {
        throw new IllegalStateException("no more than " + MOST_SERVERS + " servers are remembered");
      }
      if (kept.size() >= MOST_TOOLS && !kept.containsKey(key(tool))) {
        throw new IllegalStateException(
            "no more than " + MOST_TOOLS + " tools of one server are remembered");
      }
    }

    private void keep(Tool tool) {
      String key = key(tool);
      if (kept.size() < MOST_TOOLS || kept.containsKey(key)) {
        Kept before = kept.put(key, new Kept(tool));
        unlisted -= before == null ? 0 : before.unlisted;
      }
    }

    /**
     * The server has listed its tools. What it does not list as it is kept takes room besides, of
     * which a server that describes its tools anew each time must not have too much.
     */
    synchronized void listed(Collection<Tool> tools) {
      Set<Tool> listed = Collections.newSetFromMap(new IdentityHashMap<>());
      listed.addAll(tools);
      for (Kept one : kept.values()) {
        Tool definition = one.definition;
        if (definition == null || one.unlisted > 0 || listed.contains(definition)) {
          continue;
        }
        int size = 1 + definition.name().length() + Fingerprint.definition(definition).length();
        if (unlisted + size > MOST_UNLISTED) {
          one.onlyFingerprint();
        } else {
          one.unlisted = size;
          unlisted += size;
        }
      }
    }
  }

  /** A definition, or its fingerprint where there is no room for more. */
  private static final class Kept {

    private @Nullable Tool definition;
    private @Nullable String fingerprint;

    /** Its characters, while it is not listed as it is kept. */
    private int unlisted;

    Kept(Tool definition) {
      this.definition = definition;
    }

    void onlyFingerprint() {
      fingerprint = Fingerprint.of(Objects.requireNonNull(definition));
      definition = null;
    }

    boolean is(Tool tool) {
      return definition == null
          ? Fingerprint.of(tool).equals(fingerprint)
          : Fingerprint.areSame(definition, tool);
    }
  }

  private static String key(Tool tool) {
    String name = tool.name();
    return name.length() > LONGEST_NAME ? Sha256.of(name) : name;
  }
}
