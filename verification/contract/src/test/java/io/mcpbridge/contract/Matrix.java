package io.mcpbridge.contract;

import io.mcpbridge.test.exchange.FakeRevisions;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Every revision on every transport that carries it. */
final class Matrix {

  private Matrix() {}

  static Stream<Arguments> all() {
    return FakeRevisions.all().stream()
        .flatMap(
            revision ->
                Arrays.stream(TransportType.values())
                    .filter(type -> type.carries(revision))
                    .map(type -> Arguments.of(revision, type)));
  }
}
