package io.mcpbridge.realservers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A server behind a URL, which {@code with-server} runs until it is closed. */
final class RunningServer implements AutoCloseable {

  private final String name;
  private final Process script;
  private final String url;

  private RunningServer(String name, Process script, String url) {
    this.name = name;
    this.script = script;
    this.url = url;
  }

  static RunningServer start(String name) {
    return start(name, null);
  }

  /** Uses the port of the stopped server. */
  static RunningServer startInPlaceOf(RunningServer stopped) {
    return start(stopped.name, stopped.port());
  }

  private static RunningServer start(String name, Integer port) {
    // The script stops the server when its command ends: here, at the end of standard input.
    ProcessBuilder builder =
        new ProcessBuilder(
            Installation.file("with-server"), name, "--", "sh", "-c", "echo $MCP_URL; cat");
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    if (port != null) {
      builder.environment().put("MCP_PORT", port.toString());
    }
    try {
      Process script = builder.start();
      String url =
          new BufferedReader(new InputStreamReader(script.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      if (url == null) {
        throw new AssertionError("with-server " + name + " did not start: see above");
      }
      return new RunningServer(name, script, url);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return url;
  }

  int port() {
    return URI.create(url).getPort();
  }

  /** The output of the server. */
  String log() {
    return Installation.contents(Installation.log(name, port()));
  }

  @Override
  public void close() {
    try {
      script.getOutputStream().close();
      if (!script.waitFor(60, TimeUnit.SECONDS)) {
        script.destroyForcibly();
        throw new AssertionError("with-server " + name + " did not stop");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
