package io.mcpbridge.oauth.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.TokenKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The encrypted file of tokens: copies, torn writes, replacement and concurrent writers. */
class FileTokenStoreTest {

  private static final String URL = "https://mcp.example.com/mcp";
  private static final String ISSUER = "https://auth.example.com";
  private static final TokenKey KEY = new TokenKey(URL, URL, ISSUER, "id", "application");
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final RegistrationKey CLIENT = new RegistrationKey(URL, ISSUER);

  @TempDir private Path folder;
  private final Logger logger = (Logger) org.slf4j.LoggerFactory.getLogger(FileTokenStore.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(log);
  }

  private List<String> logMessages() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private Path file() {
    return folder.resolve("of/the/tool/tokens.json");
  }

  private FileTokenStore store() {
    return FileTokenStore.of(file());
  }

  private static OAuthToken token(String access) {
    return new OAuthToken(access, "Bearer", "refresh-s3cret", null, Set.of("a"), Set.of("a"), null);
  }

  private static StoredRegistration registration() {
    return new StoredRegistration(
        "id", "client-s3cret", null, null, URI.create("http://127.0.0.1:1/callback"));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(file().getParent())) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void keepsTokensAcrossRestarts() throws IOException {
    FileTokenStore store = store();
    assertThat(store.find(KEY)).isNull();
    assertThat(Files.exists(file().getParent()))
        .as("nothing is made before it is needed")
        .isFalse();

    store.save(CLIENT, registration());
    store.save(KEY, token("old"));
    store.save(KEY, token("access-s3cret"));

    assertThat(store().find(KEY)).isEqualTo(token("access-s3cret"));
    assertThat(store().find(CLIENT)).isEqualTo(registration());
    store().remove(KEY);
    store().remove(CLIENT);
    assertThat(store.find(KEY)).isNull();
    assertThat(store.find(CLIENT)).isNull();
    assertThat(logMessages()).isEmpty();
  }

  /** A lone surrogate would be written as a question mark. */
  @Test
  void rejectsInvalidUnicodeNames() {
    FileTokenStore store = store();
    store.save(of("ada?"), token("a"));

    assertThatThrownBy(() -> store.save(of("ada\ud800"), token("b")))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("is not valid Unicode text");
    assertThatThrownBy(() -> store.find(of("ada\ud800"))).isInstanceOf(McpException.class);
    store.save(of("ada\ud83d\ude00"), token("c"));
    assertThat(store().find(of("ada\ud83d\ude00"))).isEqualTo(token("c"));
    assertThat(store().find(of("ada?"))).isEqualTo(token("a"));
  }

  private static TokenKey of(String principal) {
    return new TokenKey(URL, URL, ISSUER, "id", principal);
  }

  @Test
  void isReadableByOwnerOnly() throws IOException {
    store().save(KEY, token("access-s3cret"));

    assertThat(names()).containsExactly("tokens.json", "tokens.json.key");
    for (String name : names()) {
      Path path = file().resolveSibling(name);
      assertThat(new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1))
          .doesNotContain("s3cret", "example.com");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rw-------");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void restrictsPermissionsOfExistingFile() throws IOException {
    store().save(KEY, token("a"));
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));

    store().save(KEY, token("b"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void requiresSameKeyOrPassphrase() throws IOException {
    SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
    FileTokenStore.of(file(), key).save(KEY, token("a"));
    assertThat(names()).containsExactly("tokens.json");
    assertThat(FileTokenStore.of(file(), key).find(KEY)).isEqualTo(token("a"));
    byte[] otherKey = new byte[32];
    otherKey[31] = 1;
    assertThat(FileTokenStore.of(file(), new SecretKeySpec(otherKey, "AES")).find(KEY)).isNull();

    Path second = folder.resolve("second");
    FileTokenStore.of(second, "open".toCharArray(), 10).save(KEY, token("b"));
    assertThat(FileTokenStore.of(second, "open".toCharArray()).find(KEY)).isEqualTo(token("b"));
    assertThat(FileTokenStore.of(second, "Open".toCharArray()).find(KEY)).isNull();
    assertThat(store().find(KEY)).isNull();
    assertThat(logMessages()).hasSize(3).allMatch(line -> line.contains("another key"));
  }

  @Test
  void setsAsideUnreadableFileOnSave() throws IOException {
    store().save(KEY, token("access-s3cret"));
    String good = Files.readString(file());
    int middle = good.indexOf("\"data\":\"") + 20;
    char changed = good.charAt(middle) == 'A' ? 'B' : 'A';
    List<String> bad =
        new ArrayList<>(
            List.of(
                "",
                "{",
                "[]",
                "{\"mcpServers\":{}}",
                good.substring(0, good.length() / 2),
                good.substring(0, middle) + changed + good.substring(middle + 1),
                good.replace("\"salt\":\"\"", "\"salt\":\"QUJD\""),
                good.replaceAll("\"nonce\":\"[^\"]*\"", "\"nonce\":\"\""),
                good.replaceAll("\"nonce\":\"[^\"]*\"", "\"nonce\":\"?\""),
                good.replace("\"iterations\":0", "\"iterations\":1"),
                "x".repeat(1024 * 1024)));
    for (String text : bad) {
      log.list.clear();
      Files.writeString(file(), text);
      FileTokenStore store = store();

      assertThat(store.find(KEY)).isNull();
      assertThat(store.find(CLIENT)).isNull();
      assertThat(logMessages()).as("said once").hasSize(1);
      assertThat(logMessages().get(0)).contains(file().toString()).doesNotContain("s3cret");
      assertThat(Files.readString(file())).as("reading changes nothing").isEqualTo(text);
      store.save(KEY, token("new"));

      assertThat(store().find(KEY)).isEqualTo(token("new"));
      assertThat(Files.readString(file().resolveSibling("tokens.json.aside"))).isEqualTo(text);
      assertThat(logMessages()).hasSize(2);
    }
    assertThat(names()).containsExactly("tokens.json", "tokens.json.aside", "tokens.json.key");
  }

  @Test
  void doesNotFollowSymbolicLink() throws IOException {
    Path elsewhere = folder.resolve("elsewhere");
    FileTokenStore.of(elsewhere).save(KEY, token("theirs"));
    byte[] before = Files.readAllBytes(elsewhere);
    Files.createDirectories(file().getParent());
    Files.createSymbolicLink(file(), elsewhere);
    Files.createSymbolicLink(
        file().resolveSibling("tokens.json.key"), folder.resolve("elsewhere.key"));
    FileTokenStore store = store();
    assertThat(store.find(KEY)).isNull();

    store.save(KEY, token("ours"));

    assertThat(Files.readAllBytes(elsewhere)).isEqualTo(before);
    assertThat(Files.isSymbolicLink(file())).isFalse();
    assertThat(Files.isSymbolicLink(file().resolveSibling("tokens.json.key"))).isFalse();
    assertThat(store().find(KEY)).isEqualTo(token("ours"));
    assertThat(FileTokenStore.of(elsewhere).find(KEY)).isEqualTo(token("theirs"));
  }

  @Test
  void replacesKeyReadableByOthers() throws IOException {
    store().save(KEY, token("old"));
    Path key = file().resolveSibling("tokens.json.key");
    byte[] before = Files.readAllBytes(key);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));

    assertThat(store().find(KEY)).isNull();
    store().save(KEY, token("new"));

    assertThat(Files.readAllBytes(key)).isNotEqualTo(before);
    assertThat(store().find(KEY)).isEqualTo(token("new"));
    assertThat(logMessages()).anyMatch(line -> line.contains("users other than its owner"));
  }

  @Test
  void keepsTokenInMemoryWhenWriteFails() throws IOException {
    Files.writeString(folder.resolve("of"), "no folder");
    FileTokenStore store = store();

    store.save(KEY, token("a"));
    store.save(CLIENT, registration());

    assertThat(store.find(KEY)).isEqualTo(token("a"));
    assertThat(store.find(CLIENT)).isEqualTo(registration());
    assertThat(logMessages()).hasSize(1);
    store.remove(KEY);
    assertThat(store.find(KEY)).isNull();
    Files.delete(folder.resolve("of"));
    store.save(KEY, token("b"));
    assertThat(store().find(KEY)).isEqualTo(token("b"));
  }

  @Test
  void doesNotReplaceFolder() throws IOException {
    Path inside = file().resolve("inside");
    Files.createDirectories(inside);
    FileTokenStore store = store();

    store.save(KEY, token("a"));

    assertThat(store.find(KEY)).isEqualTo(token("a"));
    assertThat(inside).exists();
    assertThat(names()).containsExactly("tokens.json");
  }

  @Test
  void removeKeepsUnreadableFile() throws IOException {
    store().remove(KEY);
    assertThat(file().getParent()).doesNotExist();
    store().save(KEY, token("a"));
    char[] wrong = "wrong".toCharArray();

    FileTokenStore.of(file(), wrong, 10).remove(KEY);

    assertThat(names()).containsExactly("tokens.json", "tokens.json.key");
    assertThat(store().find(KEY)).isEqualTo(token("a"));
  }

  @Test
  void rejectsInvalidKey() {
    SecretKeySpec odd = new SecretKeySpec(new byte[10], "AES");
    assertThatThrownBy(() -> FileTokenStore.of(file(), odd))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("AES");
    assertThatThrownBy(() -> FileTokenStore.of(file(), new char[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("empty");
  }

  @Test
  void limitsFileSize() throws IOException {
    FileTokenStore store = store();
    String quotes = "\"".repeat(60_000);
    for (int i = 0; i < 4; i++) {
      store.save(new TokenKey(URL, URL, ISSUER, "id", "user" + i), token(quotes));
    }

    assertThat(Files.size(file())).isLessThan(700_000);
    assertThat(store().find(new TokenKey(URL, URL, ISSUER, "id", "user0"))).isNull();
    assertThat(store().find(new TokenKey(URL, URL, ISSUER, "id", "user3")))
        .isEqualTo(token(quotes));
    TokenKey longKey = new TokenKey(URL, URL, ISSUER, "i".repeat(60_000), "ann");
    store.save(longKey, token("a"));
    store.save(KEY, token("x".repeat(300_000)));
    assertThat(store.find(longKey)).as("in memory").isEqualTo(token("a"));
    assertThat(store().find(KEY)).isNull();
    assertThat(store().find(new TokenKey(URL, URL, ISSUER, "id", "user3")))
        .isEqualTo(token(quotes));
    assertThat(logMessages()).anyMatch(line -> line.contains("no room"));
  }

  @Test
  void keepsChangesOfConcurrentWriters() throws Exception {
    int writers = 4;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      List<Future<?>> writes = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        TokenKey key = new TokenKey(URL, URL, ISSUER, "id", "user" + i);
        FileTokenStore store = store();
        writes.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < 5; n++) {
                    store.save(key, token("token" + n));
                    assertThat(store.find(key)).isEqualTo(token("token" + n));
                  }
                }));
      }
      for (Future<?> write : writes) {
        write.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }

    for (int i = 0; i < writers; i++) {
      assertThat(store().find(new TokenKey(URL, URL, ISSUER, "id", "user" + i)))
          .isEqualTo(token("token4"));
    }
    assertThat(names()).as("no locks, no halves").containsExactly("tokens.json", "tokens.json.key");
    assertThat(logMessages()).isEmpty();
  }

  @Test
  void locksRefreshPerToken() throws Exception {
    TokenKey otherToken = new TokenKey(URL, URL, ISSUER, "id", "ann");
    AtomicInteger inside = new AtomicInteger();
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Integer> firstCount =
          threads.submit(
              () ->
                  store()
                      .exclusively(
                          KEY,
                          SOON,
                          () -> {
                            inside.incrementAndGet();
                            first.countDown();
                            await(go);
                            return inside.decrementAndGet();
                          }));
      await(first);
      Future<Integer> secondCount =
          threads.submit(() -> store().exclusively(KEY, SOON, inside::incrementAndGet));
      assertThat(store().<Integer>exclusively(otherToken, SOON, inside::get)).isEqualTo(1);
      go.countDown();

      assertThat(firstCount.get(60, TimeUnit.SECONDS)).isZero();
      assertThat(secondCount.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
    assertThat(names()).isEmpty();
  }

  /** An unprotected refresh could cost the user all tokens. */
  @Test
  void doesNotRefreshWithoutLock() throws Exception {
    AtomicInteger renewals = new AtomicInteger();
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<?> holder =
          threads.submit(
              () ->
                  store()
                      .exclusively(
                          KEY,
                          SOON,
                          () -> {
                            first.countDown();
                            await(go);
                            return null;
                          }));
      await(first);

      assertThatThrownBy(
              () -> store().exclusively(KEY, Duration.ofMillis(10), renewals::incrementAndGet))
          .isInstanceOf(McpUnavailableException.class)
          .hasMessageContainingAll("mcp.example.com", "tokens.json", "20 ms");

      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> store().exclusively(KEY, SOON, renewals::incrementAndGet))
          .isInstanceOf(McpCancelledException.class);
      assertThat(Thread.interrupted()).isTrue();

      assertThat(renewals).hasValue(0);
      go.countDown();
      holder.get(60, TimeUnit.SECONDS);
      assertThat(store().<Integer>exclusively(KEY, SOON, renewals::incrementAndGet)).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The interrupts arrive at any point, also between two operations on the lock file. */
  @Test
  void interruptNeverRunsWorkWithoutLock() throws Exception {
    FileTokenStore store = store();
    store.<Boolean>exclusively(KEY, SOON, () -> true);
    AtomicBoolean done = new AtomicBoolean();
    Thread caller = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              for (int i = 0; !done.get(); i = (i + 1) % 1_000) {
                caller.interrupt();
                LockSupport.parkNanos(i * 100L);
              }
            });
    interrupter.start();
    int cancelled = 0;
    try {
      for (int i = 0; i < 2_000; i++) {
        Thread.interrupted();
        try {
          store.<Boolean>exclusively(KEY, SOON, () -> true);
        } catch (McpCancelledException e) {
          cancelled++;
        }
      }
    } finally {
      done.set(true);
      awaitEnd(interrupter);
      Thread.interrupted();
    }

    assertThat(cancelled).isPositive();
    assertThat(logMessages()).isEmpty();
  }

  private static void awaitEnd(Thread thread) {
    while (thread.isAlive()) {
      Thread.onSpinWait(); // join() would throw, since this thread is interrupted
    }
  }

  /** Other processes may have opened the lock file before it is deleted. */
  @Test
  void marksDeletedLockFileAfterInterrupt() throws Exception {
    List<FileChannel> opened = new ArrayList<>();
    store()
        .<Boolean>exclusively(
            KEY,
            SOON,
            () -> {
              opened.add(openedLock());
              Thread.currentThread().interrupt();
              return true;
            });
    assertThat(Thread.interrupted()).isTrue();

    try (FileChannel waiting = opened.get(0)) {
      assertThat(waiting.size()).isEqualTo(1);
    }
    assertThat(names()).isEmpty();
  }

  private FileChannel openedLock() {
    try {
      return FileChannel.open(file().resolveSibling(names().get(0)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
