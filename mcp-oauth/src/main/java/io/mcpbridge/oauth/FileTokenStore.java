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
 * Tokens, with the keys that some are bound to, and registrations in one encrypted file, so that a
 * tool for one person needs them to log in once and not with every run. Any number of threads and
 * processes may share the file; one of them at a time renews a token, and the others take what it
 * got. An application for many users has a database instead.
 *
 * <p>The file is encrypted with AES-GCM, belongs to its owner alone (where the file system knows
 * owners), is replaced as a whole, and holds the 500 entries that were written last, in 256 KiB at
 * most. A file that is damaged, or was written with another key, is said so in the log, and set
 * aside with the ending {@code .aside} when there is something new to keep. What cannot be written
 * is kept in memory. Nothing that is in the file is in the log.
 */
public final class FileTokenStore implements TokenStore {

  private static final Logger LOG = LoggerFactory.getLogger(FileTokenStore.class);

  /** What the Open Worldwide Application Security Project asks for in 2023. */
  private static final int ITERATIONS = 600_000;

  /** How long others may take to write. */
  private static final Duration WRITE_WITHIN = Duration.ofSeconds(10);

  private static final int MAX_UNSAVED = 500;

  /** Of what is to be forgotten and cannot be in the file. */
  private static final String FORGOTTEN = "";

  private final PrivateFile file;
  private final SealedFile sealed;
  private final LastUsed<String, String> unsaved = new LastUsed<>(MAX_UNSAVED);
  private final AtomicReference<String> said = new AtomicReference<>("");

  private FileTokenStore(PrivateFile file, StoreKey key) {
    this.file = file;
    this.sealed = new SealedFile(file, key);
  }

  /**
   * With a key in a second file beside the first, with the ending {@code .key}, which is made when
   * something is kept for the first time. That protects what is copied without the key, such as by
   * a backup or a synchronization of chosen files; it does not protect against a program that runs
   * as the same user, nor against whoever has the whole disk.
   *
   * @param file need not be there, nor its folder, which should be in the user's home directory
   */
  public static FileTokenStore at(Path file) {
    PrivateFile tokens = absolute(file);
    Path key = tokens.path().resolveSibling(tokens.path().getFileName() + ".key");
    return new FileTokenStore(tokens, new KeyFile(new PrivateFile(key)));
  }

  /**
   * With a key that the application has from elsewhere, such as the key chain of the operating
   * system.
   *
   * @param key for AES, of 128, 192 or 256 bits
   * @throws IllegalArgumentException if it is another
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
   * With a key that is made of what somebody remembers (PBKDF2 with HMAC-SHA256, 600,000 times,
   * with a salt that is kept in the file). That takes part of a second when the file is first read.
   * It protects as well as the passphrase is hard to guess.
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
      return null; // a later version writes something else
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

  /** What cannot be read is not written over. */
  private StoredEntries entriesOrNew() throws IOException {
    try {
      return StoredEntries.of(sealed.read());
    } catch (PrivateFile.Unusable e) {
      file.setAside();
      say("The tokens in {} are set aside (.aside) and new ones are kept: it {}", reason(e));
      return StoredEntries.of(null);
    }
  }

  /** Another process that hangs keeps nobody out for ever: then, who is told no looks again. */
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
        : "is not to be had (" + e.getClass().getSimpleName() + ")";
  }

  /** The same thing once, until it is another. */
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
