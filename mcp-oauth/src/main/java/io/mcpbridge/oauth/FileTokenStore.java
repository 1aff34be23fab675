package io.mcpbridge.oauth;

import io.mcpbridge.file.WriteLock;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores tokens, with the keys that some are bound to, and registrations in one encrypted file, so
 * that a single-user tool needs one login instead of one per run. Any number of threads and
 * processes may share the file; one of them at a time refreshes a token, and the others use the
 * result. For many users, use a database ({@link JdbcTokenStore}) instead.
 *
 * <p>The file is encrypted with AES-GCM, is accessible to its owner only (where the file system has
 * owners), is replaced atomically, and holds the 500 entries that were written last, in 256 KiB at
 * most. If the file is damaged or was written with another key, the store logs a warning, and
 * renames it with the extension {@code .aside} before it writes a new one. Entries that cannot be
 * written stay in memory. The log never holds contents of the file.
 */
public final class FileTokenStore implements TokenStore {

  private static final Logger LOG = LoggerFactory.getLogger(FileTokenStore.class);

  /** OWASP's recommendation of 2023. */
  private static final int ITERATIONS = 600_000;

  /** How long to wait for the file lock. */
  private static final Duration WRITE_WITHIN = Duration.ofSeconds(10);

  private static final int MAX_UNSAVED = 500;

  /** A tombstone, for an entry that could not be removed from the file. */
  private static final String FORGOTTEN = "";

  private final PrivateFile file;
  private final EncryptedFile sealed;
  private final LruMap<String, String> unsaved = new LruMap<>(MAX_UNSAVED);
  private final AtomicReference<String> said = new AtomicReference<>("");

  private FileTokenStore(PrivateFile file, StoreKey key) {
    this.file = file;
    this.sealed = new EncryptedFile(file, key);
  }

  /**
   * With a key in a second file beside the first, with the extension {@code .key}, which is created
   * when an entry is first stored. It protects copies of the file without the key, such as a backup
   * or a synchronized folder; it does not protect against a program that runs as the same user, nor
   * against access to the whole disk.
   *
   * @param file need not exist, nor its directory, which should be in the user's home directory
   */
  public static FileTokenStore at(Path file) {
    PrivateFile tokens = absolute(file);
    Path key = tokens.path().resolveSibling(tokens.path().getFileName() + ".key");
    return new FileTokenStore(tokens, new KeyFile(new PrivateFile(key)));
  }

  /**
   * With a key from elsewhere, such as the key chain of the operating system.
   *
   * @param key for AES, of 128, 192 or 256 bits
   * @throws IllegalArgumentException if the key is not valid for AES
   */
  public static FileTokenStore at(Path file, SecretKey key) {
    try {
      AesGcm.requireUsable(key);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the key is none for AES");
    }
    return new FileTokenStore(absolute(file), StoreKey.of(key));
  }

  /**
   * With a key derived from a passphrase (PBKDF2 with HMAC-SHA256, 600,000 iterations, salt stored
   * in the file). The derivation takes a fraction of a second when the file is first read. The
   * protection depends on the strength of the passphrase.
   *
   * @param passphrase is copied; the caller may overwrite it afterwards
   * @throws IllegalArgumentException if it is empty
   */
  public static FileTokenStore at(Path file, char[] passphrase) {
    return at(file, passphrase, ITERATIONS);
  }

  static FileTokenStore at(Path file, char[] passphrase, int iterations) {
    if (passphrase.length == 0) {
      throw new IllegalArgumentException("the passphrase is empty");
    }
    return new FileTokenStore(absolute(file), new PassphraseKey(passphrase, iterations));
  }

  private static PrivateFile absolute(Path file) {
    Path path = file.toAbsolutePath().normalize();
    if (path.getFileName() == null || path.getParent() == null) {
      throw new IllegalArgumentException("no file: " + file);
    }
    return new PrivateFile(path);
  }

  @Override
  public @Nullable OAuthToken find(TokenKey key) {
    return find(StoredEntries.key(key), OAuthToken::fromJson);
  }

  @Override
  public void save(TokenKey key, OAuthToken token) {
    change(StoredEntries.key(key), token.toJson());
  }

  @Override
  public void remove(TokenKey key) {
    forget(StoredEntries.key(key));
  }

  @Override
  public @Nullable StoredRegistration find(RegistrationKey key) {
    return find(StoredEntries.key(key), StoredRegistration::fromJson);
  }

  @Override
  public void save(RegistrationKey key, StoredRegistration registration) {
    change(StoredEntries.key(key), registration.toJson());
  }

  @Override
  public void remove(RegistrationKey key) {
    forget(StoredEntries.key(key));
  }

  private <T> @Nullable T find(String key, Function<String, T> reader) {
    String text = unsaved.get(key);
    if (text == null) {
      text = entries().get(key);
    }
    try {
      return text == null || text.equals(FORGOTTEN) ? null : reader.apply(text);
    } catch (IllegalArgumentException e) {
      return null; // a later version uses another format
    }
  }

  private StoredEntries entries() {
    try {
      return StoredEntries.of(sealed.read());
    } catch (IOException e) {
      say("The tokens in {} are not used: it {}", reason(e));
      return StoredEntries.of(null);
    }
  }

  private void forget(String key) {
    if (unsaved.get(key) != null || entries().get(key) != null) {
      change(key, FORGOTTEN);
    }
  }

  private void change(String key, String text) {
    try {
      file.makeFolder();
      try (WriteLock lock = lock(file.path(), WRITE_WITHIN)) {
        StoredEntries entries = entriesOrNew();
        if (!text.equals(FORGOTTEN) && !entries.put(key, text)) {
          throw new PrivateFile.Unusable("has no room for one that is so long");
        }
        if (!text.equals(FORGOTTEN) || entries.remove(key)) {
          sealed.write(entries.toText());
        }
      }
      unsaved.remove(key);
    } catch (IOException e) {
      unsaved.put(key, text);
      say("A token is kept in memory only and not in {}: it {}", reason(e));
    }
  }

  /** Keeps an unreadable file under another name instead of overwriting it. */
  private StoredEntries entriesOrNew() throws IOException {
    try {
      return StoredEntries.of(sealed.read());
    } catch (PrivateFile.Unusable e) {
      file.setAside();
      say("The tokens in {} are set aside (.aside) and new ones are kept: it {}", reason(e));
      return StoredEntries.of(null);
    }
  }

  /**
   * Runs without the lock if another process holds it for too long: after a refusal, a refresh
   * checks the store again for a newer token.
   */
  @Override
  public <T> T exclusively(TokenKey key, Duration atMost, Supplier<T> work) {
    WriteLock lock = null;
    try {
      file.makeFolder();
      String name = Integer.toHexString(StoredEntries.key(key).hashCode());
      lock = lock(file.path().resolveSibling(file.path().getFileName() + "." + name), atMost);
    } catch (IOException e) {
      say("A token in {} is renewed though others may be about to: its lock {}", reason(e));
    }
    try {
      return work.get();
    } finally {
      if (lock != null) {
        lock.close();
      }
    }
  }

  private static WriteLock lock(Path path, Duration atMost) throws IOException {
    return WriteLock.of(path, atMost, "FileTokenStore");
  }

  private static String reason(IOException e) {
    return e instanceof PrivateFile.Unusable unusable
        ? unusable.why()
        : "cannot be accessed (" + e.getClass().getSimpleName() + ")";
  }

  /** Logs a message again only after another one. */
  private void say(String sentence, String reason) {
    if (!said.getAndSet(sentence + reason).equals(sentence + reason)) {
      LOG.warn(sentence, file.path(), reason);
    }
  }

  @Override
  public String toString() {
    return "FileTokenStore[" + file.path() + "]";
  }
}
