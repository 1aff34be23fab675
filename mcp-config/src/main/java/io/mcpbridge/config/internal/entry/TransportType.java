package io.mcpbridge.config.internal.entry;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The transport of a server, under all names that clients use for it. */
public enum TransportType {
  STDIO(Set.of("stdio", "local", "command")),
  STREAMABLE_HTTP(Set.of("http", "streamablehttp", "streamable", "httpstream", "remote")),
  SSE(Set.of("sse", "httpsse"));

  private final Set<String> names;

  TransportType(Set<String> names) {
    this.names = names;
  }

  /** The type of this name; {@code null} if unknown. */
  public static @Nullable TransportType ofName(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[-_+ ]", "");
    for (TransportType type : values()) {
      if (type.names.contains(plain)) {
        return type;
      }
    }
    return null;
  }

  /** Guesses the type of a URL without one: many HTTP+SSE servers have it in their path. */
  public static TransportType ofUrl(String url) {
    String path = url.strip().replaceFirst("[?#].*", "");
    return path.endsWith("/sse") || path.endsWith("/sse/") ? SSE : STREAMABLE_HTTP;
  }
}
