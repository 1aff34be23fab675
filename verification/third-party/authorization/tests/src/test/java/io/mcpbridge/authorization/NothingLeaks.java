package io.mcpbridge.authorization;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test if any secret of this run is in this process's log. The root logger captures all
 * loggers at the lowest level. The authorization server lists the secrets: those that it issued or
 * received.
 */
public final class NothingLeaks implements AfterEachCallback {

  private static final List<String> CLIENTS = List.of("desk", "nightly");

  /** For JUnit. */
  public NothingLeaks() {}

  @Override
  public void afterEach(ExtensionContext context) {
    List<String> leaks = linesWithSecrets(log());
    if (!leaks.isEmpty()) {
      throw new AssertionError("secrets in the log:\n" + String.join("\n", leaks));
    }
  }

  static String log() {
    try {
      return Files.readString(Path.of(System.getProperty("everything.log")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of this text that hold a secret. */
  static List<String> linesWithSecrets(String text) {
    List<String> secrets = secrets().toList();
    List<String> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (secrets.stream().anyMatch(line::contains)) {
        lines.add(line);
      }
    }
    return lines;
  }

  static Stream<String> secrets() {
    Stream<String> ofClients = CLIENTS.stream().map(id -> "the-secret-of-" + id);
    return Stream.concat(ofClients, Servers.running().secrets().stream());
  }
}
