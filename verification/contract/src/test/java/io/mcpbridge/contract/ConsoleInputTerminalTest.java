package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.input.ConsoleInput;
import io.mcpbridge.json.Json;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A form in a pseudo terminal, which {@code script} of util-linux provides. */
class ConsoleInputTerminalTest {

  private static final Path SCRIPT = Path.of("/usr/bin/script");
  private static final String FORM =
      """
      {"type": "object", "required": ["name", "key", "seat"], "properties": {
        "name": {"type": "string", "title": "Your name"},
        "key": {"type": "string", "format": "password"},
        "seat": {"type": "string", "enum": ["window", "aisle"], "default": "aisle"},
        "days": {"type": "integer"}}}\
      """;

  /** Fills in the form at the terminal. */
  static final class Program {

    private Program() {}

    public static void main(String[] args) {
      try (FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25)) {
        server
            .tool("ask")
            .handler(
                call ->
                    FakeResult.text(
                        Json.write(
                            call.ask(FakeServerRequest.form("Who?", FORM)).result().toMap())));
        try (McpClient client =
            McpClient.builder(server.transport())
                .inputHandlers(ConsoleInput.system().handlers())
                .build()) {
          String answer = client.callTool("ask", Map.of()).text();
          System.out.println("RESULT " + answer.replace("s3cret", "SECRET"));
        }
      }
    }
  }

  @Test
  void fillsInFormInTerminalWithoutEchoOfPassword() throws IOException, InterruptedException {
    Terminal terminal = new Terminal();
    terminal.type("Your name (a text): ", "Ada");
    terminal.type("key (a text): ", "s3cret");
    terminal.type("(a number or a value) [aisle]: ", "5");
    terminal.type("\"5\" is not one of the options of seat.", "");
    terminal.type("days (a whole number, optional): ", "two");
    terminal.type("days must be a whole number.", "");
    terminal.type("(y or n): ", "y");

    String screen = terminal.end();
    assertThat(screen)
        .contains(
            "RESULT {\"action\":\"accept\",\"content\":"
                + "{\"name\":\"Ada\",\"key\":\"SECRET\",\"seat\":\"aisle\"}}")
        .contains("Ada")
        .doesNotContain("s3cret");
  }

  @Test
  void endOfInputCancels() throws IOException, InterruptedException {
    Terminal terminal = new Terminal();
    terminal.type("Your name (a text): ", "\u0004");

    assertThat(terminal.end()).contains("RESULT {\"action\":\"cancel\"}");
  }

  private static final class Terminal {

    private final Process process;
    private final Reader out;
    private final Writer keyboard;
    private final StringBuilder screen = new StringBuilder();
    private int position;

    Terminal() throws IOException {
      assumeTrue(Files.isExecutable(SCRIPT), "util-linux is not installed");
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      ProcessBuilder builder =
          new ProcessBuilder(
              SCRIPT.toString(),
              "-qec",
              java + " -XX:TieredStopAtLevel=1 '" + Program.class.getName() + "'",
              "/dev/null");
      builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
      process = builder.redirectErrorStream(true).start();
      out = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
      keyboard = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Waits for a text, then types a line. */
    void type(String expected, String line) throws IOException {
      while (screen.indexOf(expected, position) < 0) {
        int character = out.read();
        assertThat(character).as("ended after: %s", screen).isNotNegative();
        screen.append((char) character);
      }
      position = screen.indexOf(expected, position) + expected.length();
      keyboard.write(line.equals("\u0004") ? line : line + "\n");
      keyboard.flush();
    }

    String end() throws IOException, InterruptedException {
      for (int character = out.read(); character >= 0; character = out.read()) {
        screen.append((char) character);
      }
      process.waitFor();
      keyboard.close();
      return screen.toString();
    }
  }
}
