package io.mcpbridge.internal.revision;

import io.mcpbridge.internal.revision.codec.DeclaredCapabilities;
import io.mcpbridge.internal.revision.header.RoutingHeaders;
import io.mcpbridge.internal.text.ServerText;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The supported protocol revisions. A new one needs one line here. */
public final class Revisions {

  /** Newest first. */
  private static final List<StatelessRevision> STATELESS =
      List.of(new StatelessRevision("2026-07-28"));

  /** Newest first. The version header exists since 2025-06-18 (changelog). */
  private static final List<InitializeRevision> INITIALIZE =
      List.of(
          new InitializeRevision(
              "2025-11-25",
              DeclaredCapabilities.WITH_MODES,
              ServerCapabilityCheck.BINDING,
              new RequestedTasks(),
              Map.of(RoutingHeaders.VERSION, "2025-11-25")),
          new InitializeRevision(
              "2025-06-18",
              DeclaredCapabilities.WITH_FORMS,
              ServerCapabilityCheck.BINDING,
              TaskDialect.NONE,
              Map.of(RoutingHeaders.VERSION, "2025-06-18")),
          new InitializeRevision(
              "2025-03-26",
              DeclaredCapabilities.ROOTS_AND_SAMPLING,
              ServerCapabilityCheck.UNDECLARED,
              TaskDialect.NONE,
              Map.of()),
          new InitializeRevision(
              "2024-11-05",
              DeclaredCapabilities.ROOTS_AND_SAMPLING,
              ServerCapabilityCheck.UNDECLARED,
              TaskDialect.NONE,
              Map.of()));

  private Revisions() {}

  /** All revisions, newest first. */
  public static List<String> versions() {
    return Stream.concat(STATELESS.stream(), INITIALIZE.stream()).map(Revision::version).toList();
  }

  /**
   * Returns the revision of this name.
   *
   * @throws IllegalArgumentException if this client does not support it; the message lists the
   *     supported ones
   */
  public static Revision named(String version) {
    return Stream.concat(STATELESS.stream(), INITIALIZE.stream())
        .filter(revision -> revision.version().equals(version))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "protocol revision \""
                        + version
                        + "\" is unknown; known revisions: "
                        + String.join(", ", versions())));
  }

  public static StatelessRevision newestStateless() {
    return STATELESS.get(0);
  }

  public static InitializeRevision newestInitialize() {
    return INITIALIZE.get(0);
  }

  static @Nullable StatelessRevision newestStatelessOf(List<String> offered) {
    return newestOf(STATELESS, offered);
  }

  static @Nullable InitializeRevision newestInitializeOf(List<String> offered) {
    return newestOf(INITIALIZE, offered);
  }

  /** The newest stateless revision that a text mentions. */
  static @Nullable StatelessRevision statelessIn(String text) {
    return STATELESS.stream().filter(r -> text.contains(r.version())).findFirst().orElse(null);
  }

  private static <T extends Revision> @Nullable T newestOf(
      List<T> supported, List<String> offered) {
    return supported.stream().filter(r -> offered.contains(r.version())).findFirst().orElse(null);
  }

  static String list(List<String> versions) {
    return ServerText.line(versions.stream().collect(Collectors.joining(", ", "[", "]")));
  }
}
