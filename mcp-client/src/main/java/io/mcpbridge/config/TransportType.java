package io.mcpbridge.config;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a server is spoken to, under all the names that the clients have for it. */
enum TransportType {
  STDIO(Set.of("stdio", "local", "command")),
  STREAMABLE_HTTP(Set.of("http", "streamablehttp", "streamable", "httpstream", "remote")),
  SSE(Set.of("sse", "httpsse"));

  private final Set<String> names;

  TransportType(Set<String> names) {
    this.names = names;
  }

  /** The type of this name; {@code null} if there is none. */
  static @Nullable TransportType named(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[-_+ ]", "");
    for (TransportType type : values()) {
      if (type.names.contains(plain)) {
        return type;
      }
    }
    return null;
  }

  /** What a URL without a type is taken for: many servers of HTTP+SSE say so in their path. */
  static TransportType ofUrl(String url) {
    String path = url.strip().replaceFirst("[?#].*", "");
    return path.endsWith("/sse") || path.endsWith("/sse/") ? SSE : STREAMABLE_HTTP;
  }
}
