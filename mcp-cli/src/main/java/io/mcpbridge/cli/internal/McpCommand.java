package io.mcpbridge.cli.internal;

import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

/** The program: chooses and runs a command. */
@Command(
    name = "mcp",
    description = "Diagnoses and uses the MCP servers of a configuration file.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = CliVersion.class,
    footer = {"", "Exit codes: 0 ok, 1 error, 2 usage, 3 unavailable, 4 login, 5 configuration."})
public final class McpCommand {

  /** 128 and the number of SIGPIPE, as of other programs. */
  public static final int READER_ENDED = 141;

  private static final Map<String, Supplier<Object>> COMMANDS = commands();

  /** Creates the program. */
  McpCommand() {}

  private static Map<String, Supplier<Object>> commands() {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("doctor", DoctorCommand::new);
    commands.put("list", ListCommand::new);
    commands.put("call", CallCommand::new);
    commands.put("search", SearchCommand::new);
    commands.put("resources", ResourcesCommand::new);
    commands.put("read", ReadCommand::new);
    commands.put("prompts", PromptsCommand::new);
    commands.put("trace", TraceCommand::new);
    commands.put("login", LoginCommand::new);
    commands.put("logout", LogoutCommand::new);
    commands.put("discover", DiscoverCommand::new);
    commands.put("completion", CompletionCommand::new);
    return commands;
  }

  /**
   * Runs one command on the calling thread.
   *
   * @return the exit code
   */
  public static int run(
      String[] args, InputStream in, PrintStream out, PrintStream err, CliEnvironment environment) {
    return new McpCommand().run(List.of(args), new CliStreams(in, out, err, environment));
  }

  int run(List<String> args, CliStreams streams) {
    // a command is built by reflection: the others are not needed to run this one
    String first = args.isEmpty() ? "" : args.get(0);
    CommandLine program = model(COMMANDS.containsKey(first) ? List.of(first) : COMMANDS.keySet());
    program.setOut(writer(streams.out()));
    program.setErr(writer(streams.err()));
    program.setColorScheme(
        CommandLine.Help.defaultColorScheme(streams.isColored() ? Ansi.ON : Ansi.OFF));
    program.setUsageHelpWidth(100);
    program.setExecutionExceptionHandler(
        (failure, command, result) -> streams.report(failure, command.getCommand()).code());
    for (CommandLine command : program.getSubcommands().values()) {
      if (command.getCommand() instanceof StreamsCommand user) {
        user.use(streams);
      }
    }
    int exitCode = program.execute(args.toArray(String[]::new));
    if (streams.out().checkError() && streams.environment().pipedOutput()) {
      return READER_ENDED; // such as head, which has read enough
    }
    if (streams.out().checkError()) {
      streams.err().println("error: the output cannot be written");
      return ExitCode.FAILED.code();
    }
    return exitCode;
  }

  /** All commands, for documentation and completion. */
  public static CommandLine model() {
    return model(COMMANDS.keySet());
  }

  private static CommandLine model(Collection<String> names) {
    CommandLine program = new CommandLine(new McpCommand());
    program.setExpandAtFiles(false); // an argument of a tool may begin with it
    COMMANDS.forEach(
        (name, command) -> {
          if (names.contains(name)) {
            program.addSubcommand(name, command.get());
          }
        });
    CommandLine trace = program.getSubcommands().get("trace");
    if (trace != null) {
      trace.setStopAtPositional(true);
    }
    return program;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }
}
