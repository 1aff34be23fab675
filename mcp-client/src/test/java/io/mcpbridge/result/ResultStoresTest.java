package io.mcpbridge.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The stores in memory and in files. */
class ResultStoresTest {

  private static final String A = "a".repeat(64);
  private static final String B = "b".repeat(64);
  private static final String C = "c".repeat(64);

  @TempDir private Path directory;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final Clock clock =
      new Clock() {
        @Override
        public Instant instant() {
          return now;
        }

        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }
      };

  /** The stores, with a limit of 1,000 bytes and one minute. */
  enum Kind {
    MEMORY(
        test ->
            InMemoryResultStore.builder()
                .maxBytes(1_000)
                .timeToLive(Duration.ofMinutes(1))
                .clock(test.clock)
                .build()),
    FILE(
        test ->
            FileResultStore.builder(test.directory.resolve("results"))
                .maxBytes(1_000)
                .timeToLive(Duration.ofMinutes(1))
                .clock(test.clock)
                .build());

    private final Function<ResultStoresTest, ResultStore> making;

    Kind(Function<ResultStoresTest, ResultStore> making) {
      this.making = making;
    }
  }

  private ResultStore store(Kind kind) {
    return kind.making.apply(this);
  }

  @ParameterizedTest
  @EnumSource
  void findsWhatWasSaved(Kind kind) {
    ResultStore store = store(kind);
    String content = "text 3\n\u00e9\u20ac\ud83d\ude00";

    assertThat(store.save(A, content)).isTrue();

    assertThat(store.find(A)).isEqualTo(content);
    assertThat(store.find(B)).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void forgetsAfterTimeToLive(Kind kind) {
    ResultStore store = store(kind);
    store.save(A, "content");

    now = now.plusSeconds(59);
    assertThat(store.find(A)).isEqualTo("content");
    now = now.plusSeconds(1);
    assertThat(store.find(A)).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void forgetsOldestBeyondMaxSize(Kind kind) {
    ResultStore store = store(kind);

    for (String key : new String[] {A, B, C}) {
      assertThat(store.save(key, "x".repeat(400))).isTrue();
      now = now.plusSeconds(1);
    }

    assertThat(Stream.of(A, B, C).map(store::find).filter(Objects::nonNull)).hasSize(2);
    assertThat(store.find(A)).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void expiredContentsMakeRoom(Kind kind) {
    ResultStore store = store(kind);
    store.save(A, "x".repeat(600));
    now = now.plusSeconds(60);

    store.save(B, "x".repeat(300));
    store.save(C, "x".repeat(600));

    assertThat(store.find(B)).isNotNull();
    assertThat(store.find(C)).isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void refusesWhatIsLargerThanTheStore(Kind kind) {
    ResultStore store = store(kind);
    store.save(A, "kept");

    assertThat(store.save(B, "x".repeat(1_001))).isFalse();

    assertThat(store.find(A)).isEqualTo("kept");
    assertThat(store.find(B)).isNull();
  }

  @Test
  void memoryForgetsLeastRecentlyUsed() {
    ResultStore store = store(Kind.MEMORY);
    store.save(A, "x".repeat(400));
    store.save(B, "x".repeat(400));
    store.find(A);

    store.save(C, "x".repeat(400));

    assertThat(store.find(A)).isNotNull();
    assertThat(store.find(B)).isNull();
  }

  @Test
  void filesAreReadableByOwnerOnly() throws Exception {
    store(Kind.FILE).save(A, "content");

    Path results = directory.resolve("results");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(results)))
        .isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(results)) {
      assertThat(files.toList())
          .singleElement()
          .satisfies(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }

  @Test
  void keyOfFileIsNoPath() {
    ResultStore store = store(Kind.FILE);

    assertThatThrownBy(() -> store.save("../" + "a".repeat(61), "content"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store.find("../../etc/passwd"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** UTF-8 cannot encode it, and the model must be able to read every character. */
  @Test
  void fileStoreRefusesHalfOfSurrogatePair() {
    assertThat(store(Kind.FILE).save(A, "\ud83d")).isFalse();
    assertThat(store(Kind.FILE).find(A)).isNull();
  }

  @Test
  void namesSettingOfInvalidLimits() {
    assertThatThrownBy(() -> InMemoryResultStore.builder().maxBytes(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("max-size must be positive: 0");
    assertThatThrownBy(() -> InMemoryResultStore.builder().timeToLive(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("time-to-live must be positive: PT0S");
  }
}
