package io.mcpbridge.config;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mcpbridge.config.ConfigProblem.Severity;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A problem is logged once, and again only after it was fixed and recurs. */
class ProblemLogTest {

  private final Logger logger = (Logger) LoggerFactory.getLogger(ServersFiles.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(lines);
  }

  private static ConfigProblem problem(Severity severity, String message) {
    return new ConfigProblem(
        severity, ConfigSource.GLOBAL, Path.of("mcp.json"), 3, "one", message, null);
  }

  @Test
  void logsEachProblemOnceUntilResolved() {
    ConfigProblem halfWritten = problem(Severity.ERROR, "not JSON");
    ConfigProblem odd = problem(Severity.WARNING, "odd");
    ProblemLog log = new ProblemLog();

    log.report(List.of(halfWritten));
    log.report(List.of(halfWritten, odd));
    log.report(List.of(odd));
    log.report(List.of(halfWritten));

    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "MCP servers file mcp.json:3: server \"one\" is not used: not JSON",
            "MCP servers file mcp.json:3: server \"one\": odd",
            "MCP servers file mcp.json:3: server \"one\" is not used: not JSON");
    assertThat(lines.list)
        .extracting(ILoggingEvent::getLevel)
        .containsExactly(Level.ERROR, Level.WARN, Level.ERROR);
  }
}
