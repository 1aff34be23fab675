package io.mcpbridge.verification.fuzz;

import io.mcpbridge.json.JsonObject;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stdio server in its own process. */
final class StdioServer {

  private static final byte[] LINE_END = {'\n'};

  private final Script script;
  private final OutputStream out;

  private StdioServer(Script script, OutputStream out) {
    this.script = script;
    this.out = out;
  }

  /** The command that starts it. */
  static List<String> command(Lane lane, long seed, @Nullable String armedMethod, long armedCase) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(StdioServer.class.getName(), lane.name(), Long.toString(seed)));
    if (armedMethod != null) {
      command.addAll(List.of(armedMethod, Long.toString(armedCase)));
    }
    return command;
  }

  /** Serves until its input ends. */
  public static void main(String[] args) throws IOException {
    Script script = new Script(Lane.valueOf(args[0]), Long.parseLong(args[1]));
    if (args.length > 2) {
      script.arm(args[2], Long.parseLong(args[3]));
    }
    new StdioServer(script, System.out).serve(new BufferedInputStream(System.in));
  }

  private void serve(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b != '\n') {
        line.write(b);
      } else {
        JsonObject request = Script.request(line.toByteArray());
        line.reset();
        if (request != null) {
          say(script.answer(request));
        }
      }
    }
  }

  private void say(Plan plan) throws IOException {
    Chance framing = plan.framing();
    for (byte[] payload : plan.payloads()) {
      out.write(LINE_END); // ends a line that a mutation cut off
      out.write(framing == null ? payload : framed(payload, framing));
      out.write(LINE_END);
    }
    out.flush();
  }

  private static byte[] framed(byte[] payload, Chance chance) {
    return switch (chance.below(8)) {
      case 0 -> Bytes.join("npm notice: a newer version\r\n\t\n\n", payload, "\r");
      case 1 -> Bytes.join("\u0000", payload, "\u0000");
      case 2 -> Bytes.join("\uFEFF", payload, "   ");
      case 3 -> Bytes.join("[", payload, "]");
      case 4 -> Bytes.join("[", payload, ",null,1,{},{\"id\":7,\"result\":{}}]");
      case 5 -> Bytes.join("", payload, "\n{\"jsonrpc\":\"2.0\",\"id\":99999,\"result\":{}}");
      case 6 -> Bytes.join("{\"id\":1,\"result\":\"" + "x".repeat(70_000) + "\"}\n", payload, "");
      default -> new Mutation(chance).bytes(payload);
    };
  }
}
