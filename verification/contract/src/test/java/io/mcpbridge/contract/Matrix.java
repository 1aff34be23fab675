package io.mcpbridge.contract;

import io.mcpbridge.test.Revisions;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Every revision over every way that it defines. */
final class Matrix {

  private Matrix() {}

  static Stream<Arguments> all() {
    return Revisions.all().stream()
        .flatMap(
            revision ->
                Arrays.stream(Way.values())
                    .filter(way -> defines(revision, way))
                    .map(way -> Arguments.of(revision, way)));
  }

  /** Streamable HTTP came with 2025-03-26. */
  private static boolean defines(String revision, Way way) {
    return !way.isHttp() || !revision.equals(Revisions.V2024_11_05);
  }
}
