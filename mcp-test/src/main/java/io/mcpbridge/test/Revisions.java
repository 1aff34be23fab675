package io.mcpbridge.test;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The revisions of the Model Context Protocol that a {@link FakeMcpServer} can speak. */
public final class Revisions {

  /** The first one; begins with {@code initialize}. */
  public static final String V2024_11_05 = "2024-11-05";

  /** Brought Streamable HTTP; begins with {@code initialize}. */
  public static final String V2025_03_26 = "2025-03-26";

  /** Brought structured content and the version header; begins with {@code initialize}. */
  public static final String V2025_06_18 = "2025-06-18";

  /** The last one that begins with {@code initialize}. */
  public static final String V2025_11_25 = "2025-11-25";

  /** Stateless: every request stands alone. */
  public static final String V2026_07_28 = "2026-07-28";

  private static final List<String> INITIALIZE =
      List.of(V2025_11_25, V2025_06_18, V2025_03_26, V2024_11_05);
  private static final List<String> STATELESS = List.of(V2026_07_28);

  private Revisions() {}

  /** Every revision, the newest first. */
  public static List<String> all() {
    return List.of(V2026_07_28, V2025_11_25, V2025_06_18, V2025_03_26, V2024_11_05);
  }

  /** The revisions that begin with {@code initialize}, the newest first. */
  public static List<String> initialize() {
    return INITIALIZE;
  }

  /** The revisions without a greeting, the newest first. */
  public static List<String> stateless() {
    return STATELESS;
  }

  static List<String> newestFirst(Set<String> revisions) {
    return revisions.stream().sorted(Comparator.reverseOrder()).toList();
  }
}
