package io.mcpbridge.catalog;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Lasts as long as its catalogue, also when a server is replaced. */
final class PinsInMemory implements ToolPins {

  /** More tools than a catalogue is made for; what comes after them is not watched. */
  private static final int MOST = 100_000;

  private record Key(String server, String tool) {}

  private final Map<Key, String> fingerprints = new ConcurrentHashMap<>();

  @Override
  public @Nullable String fingerprint(String server, String tool) {
    return fingerprints.get(new Key(server, tool));
  }

  @Override
  public void note(String server, String tool, String fingerprint) {
    if (fingerprints.size() < MOST) {
      fingerprints.put(new Key(server, tool), fingerprint);
    }
  }
}
