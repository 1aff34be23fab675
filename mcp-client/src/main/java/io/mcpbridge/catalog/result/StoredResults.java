package io.mcpbridge.catalog.result;

import io.mcpbridge.catalog.state.OnceLogger;
import io.mcpbridge.catalog.tools.ReadResultTool;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.result.ResultStore;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The results of a catalog's calls that models can read on in. A handle cannot be guessed, and is
 * of no use to another user or in another conversation: the store's key is a hash of all three.
 */
public final class StoredResults {

  private static final Logger log = LoggerFactory.getLogger(StoredResults.class);

  private static final String PREFIX = "r_";

  /** 128 bits. */
  private static final int HANDLE_BYTES = 16;

  private final @Nullable ResultStore store;
  private final OnceLogger unavailable = new OnceLogger();

  /**
   * @param store {@code null} for none
   */
  public StoredResults(@Nullable ResultStore store) {
    this.store = store;
  }

  /** Created with the first handle, since few catalogs have a store. */
  private static final class Random {

    static final SecureRandom SECURE = new SecureRandom();

    private Random() {}
  }

  /** Keeps parts of the result of one call. */
  public interface Keeper {

    /** Keeps nothing. */
    Keeper NONE =
        new Keeper() {
          @Override
          public String reader() {
            return ReadResultTool.NAME;
          }

          @Override
          public @Nullable String keep(StoredResult result) {
            return null;
          }
        };

    /** The name of the tool with which the model reads on. */
    String reader();

    /**
     * Keeps a result.
     *
     * @return the handle; {@code null} if the store has no room for it, or is unavailable
     */
    @Nullable String keep(StoredResult result);
  }

  /** Whether there is a store. */
  public boolean isEnabled() {
    return store != null;
  }

  /**
   * Keeps results of a call.
   *
   * @param caller may read on
   * @param reader the name of the tool with which the model reads on
   */
  public Keeper keeper(CallerContext caller, String reader) {
    return new CallKeeper(caller, reader);
  }

  private final class CallKeeper implements Keeper {

    private final CallerContext caller;
    private final String reader;

    CallKeeper(CallerContext caller, String reader) {
      this.caller = caller;
      this.reader = reader;
    }

    @Override
    public String reader() {
      return reader;
    }

    @Override
    public @Nullable String keep(StoredResult result) {
      return save(caller, result);
    }
  }

  private @Nullable String save(CallerContext caller, StoredResult result) {
    byte[] bytes = new byte[HANDLE_BYTES];
    Random.SECURE.nextBytes(bytes);
    String handle = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    try {
      return store != null && store.save(key(caller, handle), result.encode()) ? handle : null;
    } catch (RuntimeException e) {
      if (unavailable.isFirst(e.getClass().getName())) {
        log.warn(
            "MCP server \"{}\": a long result was shortened, because the result store failed;"
                + " logged once",
            caller.server(),
            e);
      }
      return null;
    }
  }

  /**
   * Finds a result.
   *
   * @return {@code null} if there is none for this user and conversation
   * @throws RuntimeException if the store is unavailable
   */
  public @Nullable StoredResult find(CallerContext caller, String handle) {
    String encoded = store == null ? null : store.find(key(caller, handle));
    return encoded == null ? null : StoredResult.decode(encoded);
  }

  private String key(CallerContext caller, String handle) {
    StringBuilder key = new StringBuilder();
    append(key, handle);
    append(key, caller.conversationId());
    append(key, caller.user());
    return Sha256.of(key.toString());
  }

  /** Without collisions, as long as users differ by class or text. */
  private static void append(StringBuilder key, @Nullable Object part) {
    if (part == null) {
      key.append("-;");
    } else if (part instanceof Collection<?> parts) { // the users of several contexts
      key.append(parts.size()).append('[');
      parts.forEach(each -> append(key, each));
      key.append("];");
    } else {
      String text = part.toString();
      key.append(part.getClass().getName()).append(' ').append(text.length());
      key.append(':').append(text).append(';');
    }
  }
}
