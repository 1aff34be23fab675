package io.mcpbridge.cli.internal;

import io.mcpbridge.cli.internal.CliOutput.Style;
import io.mcpbridge.cli.internal.config.ConfigurationProblem;
import io.mcpbridge.cli.internal.config.ServerConfiguration;
import io.mcpbridge.config.ConfigProblem;
import io.mcpbridge.doctor.Doctor;
import io.mcpbridge.doctor.DoctorListener;
import io.mcpbridge.doctor.Finding;
import io.mcpbridge.doctor.ServerDiagnosis;
import io.mcpbridge.doctor.SettingOrigin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Finds what is wrong with the servers of a file. */
@Command(
    name = "doctor",
    description =
        "Finds what is wrong with the servers and their configuration, and names the line to"
            + " change. Exits with 0 only if nothing is wrong.")
final class DoctorCommand extends ServersCommand {

  private static final Duration DEADLINE = Duration.ofSeconds(10);

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "The configuration file, as --file.")
  private @Nullable Path examinedFile;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "SERVER",
      description = "Only these servers, as --server.")
  private List<String> examinedServers = new ArrayList<>();

  @Override
  void prepare() {
    if (examinedFile != null) {
      file = examinedFile;
    }
    servers.addAll(examinedServers);
  }

  @Override
  boolean awaitsServers() {
    return false;
  }

  @Override
  ExitCode run(ServerSession session) {
    List<ConfigurationProblem> fileProblems =
        session.configuration().problems().stream().filter(it -> it.server() == null).toList();
    List<ServerDiagnosis> diagnoses = examine(session);
    boolean isHealthy =
        fileProblems.stream().allMatch(it -> it.severity() == ConfigProblem.Severity.INFO)
            && diagnoses.stream().allMatch(ServerDiagnosis::isHealthy);
    if (json) {
      output().json(json(isHealthy, fileProblems, diagnoses));
    } else {
      fileProblems.forEach(problem -> print("", finding(problem)));
      diagnoses.forEach(diagnosis -> print(diagnosis, session));
    }
    boolean isComplete = session.entries().stream().noneMatch(ConfiguredEntry::isOfAnotherProgram);
    if (!isComplete) {
      output().error("servers of another program were not started; to start them, add --start");
    }
    return (isHealthy ? ExitCode.OK : ExitCode.FAILED)
        .and(isComplete ? ExitCode.OK : ExitCode.USAGE);
  }

  /** Scripts get a document for each file, also for one that cannot be read. */
  @Override
  ExitCode report(UnusableFileException unusable) {
    if (json) {
      output().json(json(false, unusable.problems(), List.of()));
    }
    return super.report(unusable);
  }

  private static Map<String, @Nullable Object> json(
      boolean isHealthy, List<ConfigurationProblem> problems, List<ServerDiagnosis> diagnoses) {
    return CliOutput.ordered(
        "healthy",
        isHealthy,
        "problems",
        problems.stream().map(it -> json(finding(it))).toList(),
        "servers",
        diagnoses.stream().map(DoctorCommand::json).toList());
  }

  private List<ServerDiagnosis> examine(ServerSession session) {
    Doctor doctor =
        Doctor.builder()
            .deadline(timeout == null ? DEADLINE : timeout)
            .origins(session.configuration())
            .environment(streams().environment().variables())
            .listener(
                new DoctorListener() {
                  @Override
                  public void finished(ServerDiagnosis diagnosis) {
                    long tenths = diagnosis.duration().toMillis() / 100;
                    output()
                        .progress(
                            diagnosis.server()
                                + ": examined in "
                                + tenths / 10
                                + "."
                                + tenths % 10
                                + " s");
                  }
                })
            .build();
    Map<String, ServerDiagnosis> examined = new HashMap<>();
    doctor.examine(session.catalog()).servers().forEach(it -> examined.put(it.server(), it));
    List<ServerDiagnosis> diagnoses = new ArrayList<>();
    for (ConfiguredEntry entry : session.entries()) {
      ServerDiagnosis diagnosis =
          examined.getOrDefault(entry.name(), ServerDiagnosis.builder(entry.name()).build());
      List<Finding> findings = new ArrayList<>();
      diagnosis
          .findings()
          .forEach(it -> findings.add(written(it, entry.name(), session.configuration())));
      session.configuration().problems().stream()
          .filter(problem -> entry.name().equals(problem.server()))
          .map(DoctorCommand::finding)
          .forEach(findings::add);
      diagnoses.add(diagnosis.toBuilder().address(entry.address()).findings(findings).build());
    }
    return diagnoses;
  }

  /** With the placeholders of the file in place of their values, and its name of the setting. */
  private static Finding written(
      Finding finding, String server, ServerConfiguration configuration) {
    String setting = finding.setting();
    String name = setting == null ? null : configuration.name(server, setting);
    return Finding.of(
            finding.severity(),
            configuration.written(finding.cause()),
            name == null ? setting : name,
            configuration.written(finding.advice()))
        .withOrigin(finding.origin());
  }

  private static Finding finding(ConfigurationProblem problem) {
    return Finding.of(
            Finding.Severity.valueOf(problem.severity().name()),
            problem.message(),
            problem.setting(),
            "")
        .withOrigin(problem.origin());
  }

  private void print(ServerDiagnosis diagnosis, ServerSession session) {
    List<String> facts = new ArrayList<>();
    session.entries().stream()
        .filter(entry -> entry.name().equals(diagnosis.server()))
        .filter(entry -> entry.isDisabled() || entry.isOfAnotherProgram())
        .forEach(entry -> facts.add(entry.isDisabled() ? "disabled" : "not started"));
    if (diagnosis.state() != null) {
      facts.add(ListCommand.stateName(diagnosis.state()));
    }
    if (diagnosis.revision() != null) {
      facts.add(diagnosis.revision());
      facts.add(ListCommand.size(diagnosis.toolCount(), diagnosis.tokens()));
    }
    Style style = diagnosis.isHealthy() ? Style.GREEN : Style.RED;
    output()
        .line(
            Style.BOLD.of(diagnosis.server()),
            "  ",
            style.of(diagnosis.isHealthy() ? "ok" : "problem"),
            facts.isEmpty() ? "" : ": " + String.join(", ", facts));
    diagnosis.findings().forEach(finding -> print("  ", finding));
  }

  private void print(String indent, Finding finding) {
    Style style =
        switch (finding.severity()) {
          case ERROR -> Style.RED;
          case WARNING -> Style.YELLOW;
          case INFO -> Style.DIM;
        };
    String severity = finding.severity().name().toLowerCase(Locale.ROOT);
    output()
        .line(
            indent,
            style.of(severity + ":"),
            " ",
            (finding.cause() + " " + finding.advice()).stripTrailing());
    SettingOrigin origin = finding.origin();
    if (origin != null) {
      String text = origin.text() == null ? "" : "  " + origin.text().strip();
      output().line(indent, "  ", Style.DIM.of(streams().shown(origin) + text));
    }
  }

  private static Map<String, @Nullable Object> json(ServerDiagnosis diagnosis) {
    Map<String, @Nullable Object> json =
        CliOutput.ordered("name", diagnosis.server(), "healthy", diagnosis.isHealthy());
    CliOutput.put(json, "address", diagnosis.address());
    CliOutput.put(json, "state", diagnosis.state() == null ? null : diagnosis.state().name());
    CliOutput.put(json, "protocolVersion", diagnosis.revision());
    json.put("milliseconds", diagnosis.duration().toMillis());
    json.put("tools", diagnosis.toolCount());
    json.put("tokens", diagnosis.tokens());
    json.put("findings", diagnosis.findings().stream().map(DoctorCommand::json).toList());
    return json;
  }

  private static Map<String, @Nullable Object> json(Finding finding) {
    Map<String, @Nullable Object> json =
        CliOutput.ordered("severity", finding.severity().name(), "cause", finding.cause());
    CliOutput.put(json, "advice", finding.advice());
    CliOutput.put(json, "setting", finding.setting());
    SettingOrigin origin = finding.origin();
    if (origin != null) {
      json.put("file", origin.source());
      if (origin.line() > 0) {
        json.put("line", origin.line());
      }
      CliOutput.put(json, "text", origin.text());
    }
    return json;
  }
}
