package io.mcpbridge.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
  private static final List<String> KEYS =
      List.of(A, B, "c".repeat(64), "d".repeat(64), "e".repeat(64));

  @TempDir private Path directory;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private Runnable onClockRead = () -> {};
  private final Clock clock =
      new Clock() {
        @Override
        public Instant instant() {
          onClockRead.run();
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

    private final Function<ResultStoresTest, ResultStore> factory;

    Kind(Function<ResultStoresTest, ResultStore> factory) {
      this.factory = factory;
    }
  }

  private ResultStore store(Kind kind) {
    return kind.factory.apply(this);
  }

  @ParameterizedTest
  @EnumSource
  void findsSavedContent(Kind kind) {
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

    for (String key : KEYS) {
      assertThat(store.save(key, "x".repeat(240))).isTrue();
      now = now.plusSeconds(1);
    }

    assertThat(KEYS.stream().map(store::find).filter(Objects::nonNull)).hasSize(4);
    assertThat(store.find(A)).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void expiredContentsMakeRoom(Kind kind) {
    ResultStore store = store(kind);
    store.save(A, "x".repeat(240));
    now = now.plusSeconds(60);

    List<String> newKeys = KEYS.subList(1, 5);
    newKeys.forEach(key -> store.save(key, "x".repeat(240)));

    assertThat(newKeys).allMatch(key -> store.find(key) != null);
  }

  @ParameterizedTest
  @EnumSource
  void refusesContentLargerThanStore(Kind kind) {
    ResultStore store = store(kind);
    store.save(A, "kept");

    assertThat(store.save(B, "x".repeat(1_001))).isFalse();

    assertThat(store.find(A)).isEqualTo("kept");
    assertThat(store.find(B)).isNull();
  }

  @Test
  void memoryForgetsLeastRecentlyUsed() {
    ResultStore store = store(Kind.MEMORY);
    KEYS.subList(0, 4).forEach(key -> store.save(key, "x".repeat(240)));
    store.find(A);

    store.save(KEYS.get(4), "x".repeat(240));

    assertThat(store.find(A)).isNotNull();
    assertThat(store.find(B)).isNull();
  }

  /** So that one server does not make it forget the results of all others. */
  @Test
  void memoryRefusesMoreThanAQuarterForOneResult() {
    ResultStore store = store(Kind.MEMORY);

    assertThat(store.save(A, "x".repeat(250))).isTrue();
    assertThat(store.save(B, "x".repeat(251))).isFalse();
    assertThat(store.find(B)).isNull();
    assertThat(InMemoryResultStore.create().save(A, "\u20ac".repeat(8 * 1024 * 1024))).isTrue();
  }

  @Test
  void instancesShareDirectoryWhileEachRemovesFiles() throws Exception {
    List<ResultStore> instances = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      instances.add(FileResultStore.builder(directory.resolve("results")).maxBytes(1_000).build());
    }
    ExecutorService threads = Executors.newFixedThreadPool(instances.size());
    try {
      List<Future<?>> saving = new ArrayList<>();
      for (ResultStore store : instances) {
        int first = saving.size();
        saving.add(
            threads.submit(
                () -> {
                  for (int i = first; i < 600; i += 3) {
                    assertThat(store.save("%064x".formatted(i), "x".repeat(50))).isTrue();
                  }
                }));
      }
      for (Future<?> future : saving) {
        future.get(1, TimeUnit.MINUTES); // throws what it threw
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** The file of a result may be gone before it has its time: another instance had no room. */
  @Test
  void savesWhileAnotherInstanceRemovesTheFile() {
    ResultStore store = store(Kind.FILE);
    Path file = directory.resolve("results").resolve(A + ".result");
    boolean[] removed = new boolean[1];
    onClockRead = () -> removed[0] |= file.toFile().delete();

    assertThat(store.save(A, "a")).isTrue();

    assertThat(removed[0]).as("the file is where the test expects it").isTrue();
    assertThat(store.find(A)).isNull();
  }

  @Test
  void removesTemporaryFileOfKilledProcess() throws Exception {
    ResultStore store = store(Kind.FILE);
    store.save(A, "content");
    Path temporary = directory.resolve("results").resolve("." + B + ".result.tmp");
    Path otherFile = directory.resolve("results").resolve(".x.result.tmp");
    for (Path file : List.of(temporary, otherFile)) {
      Files.writeString(file, "half");
      Files.setLastModifiedTime(file, FileTime.from(now));
    }

    now = now.plusSeconds(59);
    store.save(A, "content");
    assertThat(temporary).exists();
    now = now.plusSeconds(1);
    store.save(A, "content");
    assertThat(temporary).doesNotExist();
    assertThat(otherFile).exists();
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
        .hasMessage("ResultStoreBuilder.maxBytes must be positive: 0");
    assertThatThrownBy(() -> InMemoryResultStore.builder().timeToLive(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ResultStoreBuilder.timeToLive must be positive: PT0S");
  }
}
