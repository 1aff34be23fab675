package io.mcpbridge.doctor;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.doctor.Finding.Severity;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.selection.Visibility;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The examination of one server: waits for its connection, then reads what the catalog has. */
final class Examination {

  private final Doctor.Builder settings;
  private final ToolCatalog catalog;
  private final ServerStatus before;
  private final AdvisedSettings advised;
  private final long begin = System.nanoTime();

  Examination(Doctor.Builder settings, ToolCatalog catalog, ServerStatus before) {
    this.settings = settings;
    this.catalog = catalog;
    this.before = before;
    this.advised = new AdvisedSettings(settings.origins, before.name());
  }

  ServerDiagnosis run() {
    ServerStatus status = before;
    List<Finding> findings = new ArrayList<>();
    try {
      if (before.state() != ServerState.DISABLED && before.state() != ServerState.CLOSED) {
        await();
        status = status();
      }
      findings.addAll(findings(status));
    } catch (IllegalArgumentException removed) {
      findings.add(
          Finding.of(Severity.ERROR, "The server was removed meanwhile.", null, "Examine again."));
    }
    ServerDiagnosis diagnosis = diagnosis(status, findings);
    settings.listener.finished(diagnosis);
    return diagnosis;
  }

  /** Waits for the first attempt, then lists the tools again: a session may not last. */
  private void await() {
    if (!settings.connects) {
      return;
    }
    String name = before.name();
    boolean isNew = before.state() == ServerState.IDLE || before.state() == ServerState.CONNECTING;
    if (!isNew || catalog.awaitReady(name, settings.deadline)) {
      ServerState state = status().state();
      boolean isKnownToFail = isNew && state != ServerState.CONNECTED;
      Duration remaining = settings.deadline.minus(duration());
      if (!isKnownToFail && !remaining.isNegative()) {
        catalog.refresh(List.of(name), remaining);
      }
    }
  }

  private Duration duration() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  private ServerStatus status() {
    return catalog.servers().stream()
        .filter(status -> status.name().equals(before.name()))
        .findFirst()
        .orElseThrow(IllegalArgumentException::new);
  }

  private List<Finding> findings(ServerStatus status) {
    @Nullable Transport transport = catalog.transport(status.name());
    boolean isProcess = transport instanceof StdioTransport;
    boolean isDirect = transport != null && !isProcess && !transport.usesProxy();
    McpException failure = status.failure();
    return switch (status.state()) {
      case DISABLED ->
          List.of(
              Finding.of(
                  Severity.INFO,
                  "The server is disabled by " + status.disabledBy() + ".",
                  "enabled",
                  "Write `enabled: true` to use it."));
      case CLOSED ->
          List.of(
              Finding.of(
                  Severity.ERROR, "The catalog is closed.", null, "Start the application again."));
      case IDLE ->
          List.of(
              Finding.of(
                  Severity.INFO,
                  "The server is not connected yet, since it connects when it is first used.",
                  "start",
                  "Write `start: eager` to connect it with the application."));
      case CONNECTING -> withProxy(stillStarting(status, isProcess), status, isDirect);
      case DISCONNECTED, NEEDS_AUTHORIZATION ->
          failure == null
              ? List.of(unexplained(status))
              : isUnreachable(failure)
                  ? withProxy(failed(failure, isProcess, isDirect, status), status, isDirect)
                  : List.of(failed(failure, isProcess, isDirect, status));
      case DEGRADED -> {
        List<Finding> findings = new ArrayList<>();
        findings.add(
            failure == null ? unexplained(status) : failed(failure, isProcess, isDirect, status));
        findings.addAll(new ToolFindings(settings, catalog, before, status, advised).all());
        yield findings;
      }
      case CONNECTED -> new ToolFindings(settings, catalog, before, status, advised).all();
    };
  }

  /** A doctor that sends nothing does not look at the port of the server either. */
  private Finding failed(
      McpException failure, boolean isProcess, boolean isDirect, ServerStatus status) {
    String url = settings.connects && isDirect ? status.address() : null;
    return new FailureFinding(failure, isProcess, status.address(), url, advised).finding();
  }

  private static boolean isUnreachable(McpException failure) {
    return failure instanceof McpTimeoutException || failure instanceof McpConnectException;
  }

  /** Adds a hint if a variable names a proxy, since other programs would use it. */
  private List<Finding> withProxy(Finding finding, ServerStatus status, boolean isDirect) {
    String variable =
        isDirect && status.info() == null && status.address().startsWith("http")
            ? new ProxyVariables(settings.environment)
                .nameFor(URI.create(status.address().replaceAll("[?#].*", "")))
            : null;
    return variable == null
        ? List.of(finding)
        : List.of(
            finding,
            Finding.of(
                Severity.WARNING,
                "The environment has the variable "
                    + variable
                    + ", which the client does not read.",
                "proxy",
                advised.proxy(status.address())));
  }

  private Finding stillStarting(ServerStatus status, boolean isProcess) {
    Duration connecting = Duration.between(status.since(), Instant.now());
    if (!settings.connects && connecting.compareTo(settings.deadline) < 0) {
      return Finding.of(
          Severity.INFO,
          "The server is still connecting.",
          null,
          "Examine it again in a few seconds.");
    }
    String limit = Texts.of(settings.deadline);
    if (status.info() != null) {
      return Finding.of(
          Severity.ERROR,
          "The server is connected, but did not answer tools/list within " + limit + ".",
          null,
          "Find out in the log of the server what tools/list waits for, such as another service.");
    }
    String timeout = Texts.of(status.options().initializationTimeout());
    String longer = advised.longerTimeout() + " (now " + timeout + ")";
    return isProcess
        ? Finding.of(
            Severity.ERROR,
            "The process is still starting: it has not answered within " + limit + ".",
            "initialization-timeout",
            "If it downloads packages at its first start, examine it again, or "
                + longer
                + ". If it waits for input, correct `args`: it may not be an MCP server.")
        : Finding.of(
            Severity.ERROR,
            "The server is still connecting: it has not answered within " + limit + ".",
            "url",
            "Check that host and port of `url` are those of the server; if it is only slow, "
                + longer
                + ".");
  }

  /** A state whose reason is no failure of an attempt, such as an open circuit breaker. */
  private static Finding unexplained(ServerStatus status) {
    @Nullable String reason = status.reason();
    return Finding.of(
        Severity.ERROR,
        reason == null
            ? "The server is not available."
            : Texts.sentence("Calls fail at present: " + reason),
        null,
        "Look at the errors in the log of the application and of the server.");
  }

  private ServerDiagnosis diagnosis(ServerStatus status, List<Finding> findings) {
    List<CatalogTool> offered =
        status.tools().stream().filter(tool -> tool.visibility() == Visibility.OFFERED).toList();
    ServerInfo info = status.info();
    return ServerDiagnosis.builder(status.name())
        .address(status.address())
        .state(status.state())
        .duration(duration())
        .revision(info == null ? null : info.protocolVersion())
        .tools(offered.size(), offered.stream().mapToInt(CatalogTool::tokens).sum())
        .findings(findings.stream().map(this::withOrigin).toList())
        .build();
  }

  private Finding withOrigin(Finding finding) {
    String setting = finding.setting();
    return setting == null
        ? finding
        : finding.withOrigin(settings.origins.origin(before.name(), setting));
  }
}
