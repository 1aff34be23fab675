package io.mcpbridge.test.internal.rules;

import java.util.Collection;

/** Matches URIs against resource subscriptions. */
public final class ResourceUris {

  private ResourceUris() {}

  /** Whether one of these is the resource, or contains it (2026-07-28, schema). */
  public static boolean cover(Collection<?> subscribed, String uri) {
    return subscribed.stream()
        .anyMatch(
            subscription ->
                uri.equals(subscription)
                    || uri.startsWith(withSlash(String.valueOf(subscription))));
  }

  private static String withSlash(String uri) {
    return uri.endsWith("/") ? uri : uri + "/";
  }
}
