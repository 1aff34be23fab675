package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FakeMcpServerMainTest {

  @TempDir Path folder;

  /** A server that can run as a process. */
  public static final class Greeter implements Supplier<FakeMcpServer> {
    @Override
    public FakeMcpServer get() {
      FakeMcpServer server = FakeMcpServer.create().named("greeter", "1");
      server
          .tool("greet")
          .handler(
              call -> {
                System.out.println("a stray print");
                return FakeResult.text("Hi " + call.string("who"));
              });
      server.inject("tools/list", Faults.exit(7));
      return server;
    }
  }

  @Test
  void servesClassUntilStdinCloses() throws Exception {
    Path sent = folder.resolve("sent.jsonl");
    String call =
        Messages.stateless(
            1, "tools/call", "{\"name\": \"greet\", \"arguments\": {\"who\": \"Bo\"}}");
    Process process = start(FakeMcpServerMain.command(Greeter.class, "--record", sent.toString()));

    JsonObject answer = tell(process, call);
    process.getOutputStream().close();

    assertThat(answer.toJson()).contains("Hi Bo");
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(Files.readAllLines(sent)).containsExactly(call);
  }

  @Test
  void exitsWithConfiguredStatus() throws Exception {
    Process process = start(FakeMcpServerMain.command(Greeter.class));

    assertThat(tell(process, Messages.stateless(1, "tools/list", "{}"))).isNull();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(7);
  }

  @Test
  void namesMissingArguments() throws Exception {
    List<String> command = FakeMcpServerMain.command(Greeter.class);
    Process process = start(command.subList(0, command.size() - 2));

    assertThat(new String(process.getErrorStream().readAllBytes())).contains("--class");
    assertThat(process.waitFor()).isEqualTo(2);
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).start();
  }

  private static JsonObject tell(Process process, String message) throws IOException {
    Writer out = process.outputWriter();
    out.write(message + "\n");
    out.flush();
    BufferedReader in = process.inputReader();
    String line = in.readLine();
    return line == null ? null : JsonObject.of(Json.readObject(line));
  }
}
