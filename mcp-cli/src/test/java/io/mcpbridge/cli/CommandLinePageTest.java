package io.mcpbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.cli.internal.ExitCode;
import io.mcpbridge.cli.internal.McpCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The reference page has the commands, options and exit codes of the code. To rewrite it:
 *
 * <pre>{@code
 * ./mvnw -pl mcp-cli -am test -Dtest=CommandLinePageTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dcommand-line.page=write
 * }</pre>
 */
class CommandLinePageTest {

  private static final String REGENERATE =
      "./mvnw -pl mcp-cli -am test -Dtest=CommandLinePageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dcommand-line.page=write";

  private final Collection<CommandLine> commands = McpCommand.model().getSubcommands().values();

  @Test
  void pageMatchesCommands() throws IOException {
    Path file = root().resolve("docs/reference/command-line.md");
    String page = Files.readString(file);
    String expected =
        with(
            with(with(page, "commands", commands()), "options", optionsOfAll()),
            "exit codes",
            exitCodes());
    if ("write".equals(System.getProperty("command-line.page"))) {
      Files.writeString(file, expected);
    }

    assertThat(Files.readString(file)).as("to rewrite it: %s", REGENERATE).isEqualTo(expected);
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("docs"))) {
      folder = folder.getParent();
    }
    return Objects.requireNonNull(folder);
  }

  private static String with(String page, String part, String text) {
    String begin = "<!-- generated: " + part + " -->\n";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf("<!-- end -->", from);
    assertThat(from).as(part).isGreaterThan(begin.length());
    return page.substring(0, from) + "\n" + text + "\n" + page.substring(to);
  }

  private String commands() {
    Set<String> shared = sharedOptions();
    List<String> text = new ArrayList<>();
    for (CommandLine command : commands) {
      CommandSpec spec = command.getCommandSpec();
      text.add("### " + spec.name() + "\n");
      text.add("`" + synopsis(spec) + "`\n");
      text.add(String.join(" ", spec.usageMessage().description()).replace("  ", " ") + "\n");
      List<String> rows = new ArrayList<>();
      for (PositionalParamSpec parameter : spec.positionalParameters()) {
        rows.add("| `%s` | %s |".formatted(parameter.paramLabel(), description(parameter)));
      }
      for (OptionSpec option : spec.options()) {
        if (!option.usageHelp()
            && !option.versionHelp()
            && !shared.contains(option.longestName())) {
          rows.add("| `%s` | %s |".formatted(names(option), description(option)));
        }
      }
      if (!rows.isEmpty()) {
        text.add("| | |\n|---|---|\n" + String.join("\n", rows) + "\n");
      }
    }
    return String.join("\n", text);
  }

  /** Those of several commands. */
  private Set<String> sharedOptions() {
    return commands.stream()
        .flatMap(it -> it.getCommandSpec().options().stream())
        .collect(Collectors.groupingBy(OptionSpec::longestName, Collectors.counting()))
        .entrySet()
        .stream()
        .filter(it -> it.getValue() > 1)
        .map(it -> it.getKey())
        .collect(Collectors.toSet());
  }

  private static String synopsis(CommandSpec spec) {
    return "mcp "
        + spec.name()
        + spec.positionalParameters().stream()
            .map(
                it -> {
                  String many = it.arity().max() > 1 || it.index().max() > 10 ? "..." : "";
                  boolean isRequired = it.arity().min() > 0;
                  return isRequired
                      ? " " + it.paramLabel() + many
                      : " [" + it.paramLabel() + many + "]";
                })
            .collect(Collectors.joining());
  }

  private String optionsOfAll() {
    Set<String> shared = sharedOptions();
    List<String> rows = new ArrayList<>(List.of("| Option | What it does |", "|---|---|"));
    CommandSpec list = McpCommand.model().getSubcommands().get("list").getCommandSpec();
    for (OptionSpec option : list.options()) {
      if (shared.contains(option.longestName())) {
        rows.add("| `%s` | %s |".formatted(names(option), description(option)));
      }
    }
    return String.join("\n", rows) + "\n";
  }

  private static String names(OptionSpec option) {
    String parameter = option.arity().max() > 0 ? " " + option.paramLabel() : "";
    return String.join(", ", option.names()) + parameter;
  }

  private static String description(ArgSpec argument) {
    String text = String.join(" ", argument.description()).replace("|", "\\|");
    return text.replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValue()));
  }

  private static String exitCodes() {
    List<String> rows = new ArrayList<>(List.of("| Code | Meaning |", "|---|---|"));
    for (ExitCode exitCode : ExitCode.values()) {
      rows.add("| %d | %s |".formatted(exitCode.code(), exitCode.meaning()));
    }
    rows.add("| 130 | interrupted with Ctrl-C; the servers have ended |");
    rows.add(
        "| %d | the program that reads the output has ended, as `head` does (not on Windows) |"
            .formatted(McpCommand.READER_ENDED));
    return String.join("\n", rows) + "\n";
  }

  @Test
  void everythingIsDescribed() {
    for (CommandLine command : commands) {
      CommandSpec spec = command.getCommandSpec();
      assertThat(spec.usageMessage().description()).as(spec.name()).isNotEmpty();
      assertThat(spec.args()).allSatisfy(it -> assertThat(it.description()).isNotEmpty());
    }
  }
}
