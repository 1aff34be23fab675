package io.mcpbridge.test.exchange;

import java.util.List;

/**
 * The revisions of the Model Context Protocol that a {@link io.mcpbridge.test.FakeMcpServer}
 * supports.
 */
public final class FakeRevisions {

  /** The first one; with {@code initialize}. */
  public static final String V2024_11_05 = "2024-11-05";

  /** Introduced Streamable HTTP; with {@code initialize}. */
  public static final String V2025_03_26 = "2025-03-26";

  /** Introduced structured content and the version header; with {@code initialize}. */
  public static final String V2025_06_18 = "2025-06-18";

  /** The last one with {@code initialize}. */
  public static final String V2025_11_25 = "2025-11-25";

  /** Stateless: every request is independent. */
  public static final String V2026_07_28 = "2026-07-28";

  private static final List<String> INITIALIZE =
      List.of(V2025_11_25, V2025_06_18, V2025_03_26, V2024_11_05);
  private static final List<String> STATELESS = List.of(V2026_07_28);

  private FakeRevisions() {}

  /** All revisions, newest first. */
  public static List<String> all() {
    return List.of(V2026_07_28, V2025_11_25, V2025_06_18, V2025_03_26, V2024_11_05);
  }

  /** The revisions with {@code initialize}, newest first. */
  public static List<String> initialize() {
    return INITIALIZE;
  }

  /** The revisions without {@code initialize}, newest first. */
  public static List<String> stateless() {
    return STATELESS;
  }
}
