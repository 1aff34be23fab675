package io.mcpbridge.oauth.store;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.concurrent.LruMap;
import io.mcpbridge.internal.file.PrivateFile;
import io.mcpbridge.internal.file.WriteLock;
import io.mcpbridge.internal.text.AesGcm;
import io.mcpbridge.oauth.core.OAuthToken;
import io.mcpbridge.oauth.core.RegistrationKey;
import io.mcpbridge.oauth.core.StoredRegistration;
import io.mcpbridge.oauth.core.TokenKey;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
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

  private static final Logger log = LoggerFactory.getLogger(FileTokenStore.class);

  /** OWASP's recommendation of 2023. */
  private static final int ITERATIONS = 600_000;

  /** How long to wait for the file lock. */
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

  private static final int MAX_UNSAVED = 500;

  /** A tombstone, for an entry that could not be removed from the file. */
  private static final String FORGOTTEN = "";

  private final PrivateFile file;
  private final EncryptedFile sealed;
  private final LruMap<String, String> unsaved = new LruMap<>(MAX_UNSAVED);
  private final AtomicReference<String> lastLogged = new AtomicReference<>("");

  private FileTokenStore(PrivateFile file, EncryptionKey key) {
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
  public static FileTokenStore of(Path file) {
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
  public static FileTokenStore of(Path file, SecretKey key) {
    try {
      AesGcm.requireUsable(key);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the key is not an AES key");
    }
    return new FileTokenStore(absolute(file), EncryptionKey.of(key));
  }

  /**
   * With a key derived from a passphrase (PBKDF2 with HMAC-SHA256, 600,000 iterations, salt stored
   * in the file). The derivation takes a fraction of a second when the file is first read. The
   * protection depends on the strength of the passphrase.
   *
   * @param passphrase is copied; the caller may overwrite it afterwards
   * @throws IllegalArgumentException if it is empty
   */
  public static FileTokenStore of(Path file, char[] passphrase) {
    return of(file, passphrase, ITERATIONS);
  }

  static FileTokenStore of(Path file, char[] passphrase, int iterations) {
    if (passphrase.length == 0) {
      throw new IllegalArgumentException("the passphrase is empty");
    }
    return new FileTokenStore(absolute(file), new PassphraseKey(passphrase, iterations));
  }

  private static PrivateFile absolute(Path file) {
    Path path = file.toAbsolutePath().normalize();
    if (path.getFileName() == null || path.getParent() == null) {
      throw new IllegalArgumentException("not a file: " + file);
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
      log("Not using the tokens in {}: the file {}", reason(e));
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
      try (WriteLock lock = lock(file.path(), LOCK_TIMEOUT)) {
        StoredEntries entries = entriesOrNew();
        if (!text.equals(FORGOTTEN) && !entries.put(key, text)) {
          throw new PrivateFile.Unusable("has no room for a token of this size");
        }
        if (!text.equals(FORGOTTEN) || entries.remove(key)) {
          sealed.write(entries.toText());
        }
      }
      unsaved.remove(key);
    } catch (IOException e) {
      unsaved.put(key, text);
      log("Keeping a token in memory only and not in {}: the file {}", reason(e));
    }
  }

  /** Keeps an unreadable file under another name instead of overwriting it. */
  private StoredEntries entriesOrNew() throws IOException {
    try {
      return StoredEntries.of(sealed.read());
    } catch (PrivateFile.Unusable e) {
      file.setAside();
      log("Moving the tokens in {} aside (.aside) and starting a new file: the file {}", reason(e));
      return StoredEntries.of(null);
    }
  }

  /**
   * Waits for the thread or process that holds the lock, for twice as long as its work may take.
   * The operating system releases the lock of a process that crashes. Without a lock only if the
   * lock file cannot be created at all.
   */
  @Override
  public <T> T exclusively(TokenKey key, Duration atMost, Supplier<T> work) {
    try (WriteLock lock = lockToken(key, atMost.multipliedBy(2))) {
      return work.get();
    }
  }

  private @Nullable WriteLock lockToken(TokenKey key, Duration atMost) {
    try {
      file.makeFolder();
      String name = Integer.toHexString(StoredEntries.key(key).hashCode());
      return lock(file.path().resolveSibling(file.path().getFileName() + "." + name), atMost);
    } catch (WriteLock.HeldException e) {
      throw new McpUnavailableException(
          "the token store "
              + file.path()
              + " is locked for the token of "
              + TokenKey.host(key.server())
              + ": "
              + e.getMessage(),
          null);
    } catch (InterruptedIOException e) {
      throw new McpCancelledException(
          "interrupted while waiting for the token store "
              + file.path()
              + ", which is locked for the token of "
              + TokenKey.host(key.server()),
          e);
    } catch (IOException e) {
      log(
          "Changing a token in {} without its lock, so another process may change it too:"
              + " the lock {}",
          reason(e));
      return null;
    }
  }

  private static WriteLock lock(Path path, Duration atMost) throws IOException {
    return WriteLock.of(path, atMost, "FileTokenStore");
  }

  private static String reason(IOException e) {
    return e instanceof PrivateFile.Unusable unusable
        ? unusable.reason()
        : "cannot be accessed (" + e.getClass().getSimpleName() + ")";
  }

  /** Logs a message again only after another one. */
  private void log(String sentence, String reason) {
    if (!lastLogged.getAndSet(sentence + reason).equals(sentence + reason)) {
      log.warn(sentence, file.path(), reason);
    }
  }

  @Override
  public String toString() {
    return "FileTokenStore[" + file.path() + "]";
  }

  /** A key in a file of its own, which is created when an entry is first stored. */
  private static final class KeyFile implements EncryptionKey {

    private final PrivateFile file;

    KeyFile(PrivateFile file) {
      this.file = file;
    }

    @Override
    public @Nullable SecretKey find(EncryptedFile.KeyDerivation keyDerivation) throws IOException {
      byte[] bytes;
      try {
        bytes = file.read(BYTES);
      } catch (PrivateFile.Unusable e) {
        return null;
      }
      if (bytes != null && file.isOpenToOthers()) {
        throw new PrivateFile.Unusable(
            "has a key file (.key) that users other than its owner can read or change");
      }
      return bytes == null || bytes.length != BYTES ? null : new SecretKeySpec(bytes, "AES");
    }

    @Override
    public EncryptedFile.KeyDerivation keyDerivation(EncryptedFile.@Nullable KeyDerivation previous)
        throws IOException {
      if (!exists()) {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        file.write(bytes);
      }
      return EncryptedFile.KeyDerivation.NONE;
    }

    private boolean exists() throws IOException {
      try {
        return find(EncryptedFile.KeyDerivation.NONE) != null;
      } catch (PrivateFile.Unusable e) {
        return false;
      }
    }
  }
}
