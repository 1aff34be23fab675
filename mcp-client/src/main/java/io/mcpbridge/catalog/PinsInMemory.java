package io.mcpbridge.catalog;

import io.mcpbridge.internal.text.Sha256;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lasts as long as its catalogue, also when a server is replaced. Each server has room of its own,
 * so that none can have what is remembered of another forgotten. Thread-safe.
 */
final class PinsInMemory implements ToolPins {

  /** More tools than one server has in its life. */
  static final int MOST_TOOLS = 20_000;

  /** More servers than one catalogue has in its life. */
  private static final int MOST_SERVERS = ServerNames.MOST;

  /** Longer names are remembered by their hash. */
  private static final int LONGEST_NAME = 200;

  private final Map<String, Map<String, String>> fingerprints = new HashMap<>();

  @Override
  public synchronized @Nullable String fingerprint(String server, String tool) {
    return fingerprints.getOrDefault(server, Map.of()).get(key(tool));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if there is no room for it
   */
  @Override
  public synchronized void note(String server, String tool, String fingerprint) {
    Map<String, String> ofServer = fingerprints.get(server);
    if (ofServer == null) {
      if (fingerprints.size() >= MOST_SERVERS) {
        throw new IllegalStateException("no more than " + MOST_SERVERS + " servers are remembered");
      }
      ofServer = new HashMap<>();
      fingerprints.put(server, ofServer);
    }
    String key = key(tool);
    if (ofServer.size() >= MOST_TOOLS && !ofServer.containsKey(key)) {
      throw new IllegalStateException(
          "no more than " + MOST_TOOLS + " tools of one server are remembered");
    }
    ofServer.put(key, fingerprint);
  }

  private static String key(String tool) {
    return tool.length() > LONGEST_NAME ? Sha256.of(tool) : tool;
  }
}
