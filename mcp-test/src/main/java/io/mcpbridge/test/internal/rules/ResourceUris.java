package io.mcpbridge.test.internal.rules;

import java.util.Collection;

/** Matches URIs against resource subscriptions. */
public final class ResourceUris {

  private ResourceUris() {}

  /** Whether one of these is the resource, or contains it (2026-07-28, schema). */
  public static boolean cover(Collection<?> subscribed, String uri) {
    return subscribed.stream()
        .anyMatch(own -> uri.equals(own) || uri.startsWith(withSlash(String.valueOf(own))));
  }

  private static String withSlash(String uri) {
    return uri.endsWith("/") ? uri : uri + "/";
  }
}
