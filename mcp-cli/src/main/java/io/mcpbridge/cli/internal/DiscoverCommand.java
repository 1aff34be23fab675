package io.mcpbridge.cli.internal;

import io.mcpbridge.cli.internal.CliOutput.Style;
import io.mcpbridge.cli.internal.config.OtherPrograms.ProgramFile;
import io.mcpbridge.config.ConfiguredServers;
import io.mcpbridge.config.ServersFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Lists the servers that other programs have configured. */
@Command(
    name = "discover",
    description =
        "Lists the servers in the files of Claude, Cursor, VS Code, Windsurf, Cline, Zed and"
            + " others. Starts none.")
final class DiscoverCommand extends OutputCommand {

  @Override
  public Integer call() {
    ExitCode exitCode = ExitCode.OK;
    List<Object> documents = new ArrayList<>();
    for (ProgramFile file : streams().environment().otherPrograms().existing()) {
      if (hasOtherSettingsOnly(file)) {
        continue;
      }
      try {
        List<ConfiguredEntry> entries =
            ConfigurationFile.read(
                    file.file(),
                    file.text(),
                    List.of(),
                    streams().environment(),
                    null,
                    (server, transport) -> {})
                .entries();
        documents.add(document(file, entries));
        if (!json) {
          print(file, entries);
        }
      } catch (CliException e) {
        output().error(file.program() + ": " + e.getMessage());
        exitCode = exitCode.and(e.exitCode());
      }
    }
    if (json) {
      output().json(Map.of("files", documents));
    } else if (documents.isEmpty()) {
      output().progress("no files of other programs found");
    }
    return exitCode.code();
  }

  private static boolean hasOtherSettingsOnly(ProgramFile file) {
    if (file.text() != null) {
      return false;
    }
    ConfiguredServers read = ServersFiles.of(file.file()).read();
    return read.servers().isEmpty() && read.problems().isEmpty();
  }

  private void print(ProgramFile file, List<ConfiguredEntry> entries) {
    output().line(Style.BOLD.of(file.program()), "  ", file.file());
    for (ConfiguredEntry entry : entries) {
      String problem = entry.problem() == null ? "" : " (" + entry.problem() + ")";
      output().line("  ", Style.GREEN.of(entry.name()), "  ", entry.address(), problem);
    }
  }

  private static Map<String, @Nullable Object> document(
      ProgramFile file, List<ConfiguredEntry> entries) {
    return CliOutput.ordered(
        "program",
        file.program(),
        "file",
        file.file().toString(),
        "servers",
        entries.stream().map(DiscoverCommand::document).toList());
  }

  private static Map<String, @Nullable Object> document(ConfiguredEntry entry) {
    Map<String, @Nullable Object> json = CliOutput.ordered("name", entry.name());
    CliOutput.put(json, "address", entry.address());
    CliOutput.put(json, "problem", entry.problem());
    return json;
  }
}
