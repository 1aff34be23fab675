package io.mcpbridge.oauth;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.FileAppender;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.slf4j.LoggerFactory;

/**
 * Searches the log of the whole test run for secrets: of all loggers, at all levels, with stack
 * traces. logback-test.xml writes it to a file for that.
 */
public final class LogLeakCheck implements BeforeAllCallback {

  private static final Namespace NAMESPACE = Namespace.create(LogLeakCheck.class);

  /** Of a secret, so that the report of a leak is no leak. */
  private static final int SHOWN = 4;

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent("scan", any -> (ExtensionContext.Store.CloseableResource) this::scan);
  }

  private void scan() throws IOException {
    Path ownLog = file();
    Path otherProcessLog =
        ownLog.resolveSibling("all-tests-other-process.log"); // of TwoProcessesTest
    Set<String> secrets = Secrets.inAllForms(Secrets.all());
    for (Path log :
        Files.exists(otherProcessLog) ? List.of(ownLog, otherProcessLog) : List.of(ownLog)) {
      List<String> leaks = leaks(log, secrets);
      if (!leaks.isEmpty()) {
        throw new AssertionError(leaks.size() + " secrets in " + log + ": " + leaks.get(0));
      }
    }
  }

  static Path file() {
    LoggerContext logging = (LoggerContext) LoggerFactory.getILoggerFactory();
    FileAppender<?> appender =
        (FileAppender<?>) logging.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("file");
    return Path.of(appender.getFile());
  }

  /** Matches by prefix first: there are thousands of secrets. */
  static List<String> leaks(Path log, Set<String> secrets) throws IOException {
    Map<String, List<String>> byBeginning =
        secrets.stream().collect(Collectors.groupingBy(s -> s.substring(0, Secrets.SHORTEST)));
    List<String> leaks = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.UTF_8)) {
      String line;
      for (int number = 1; (line = lines.readLine()) != null; number++) {
        for (int at = 0; at + Secrets.SHORTEST <= line.length(); at++) {
          String beginning = line.substring(at, at + Secrets.SHORTEST);
          for (String secret : byBeginning.getOrDefault(beginning, List.of())) {
            if (line.startsWith(secret, at)) {
              leaks.add("line " + number + ": " + secret.substring(0, SHOWN) + "...");
            }
          }
        }
      }
    }
    return leaks;
  }
}
