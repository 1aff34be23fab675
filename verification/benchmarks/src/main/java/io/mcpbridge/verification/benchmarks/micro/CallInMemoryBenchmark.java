package io.mcpbridge.verification.benchmarks.micro;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.verification.benchmarks.server.Answers;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One small call without I/O: from arguments to bytes, from bytes to result, and everything in
 * between.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CallInMemoryBenchmark {

  private static final String ARGUMENTS = Call.of(17).json();
  private static final byte[] REQUEST =
      ("{\"jsonrpc\":\"2.0\",\"id\":17,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
              + "\"arguments\":"
              + ARGUMENTS
              + "}}")
          .getBytes(StandardCharsets.UTF_8);

  /** The era determines the metadata in each message. */
  @Param({"2025-11-25", "2026-07-28"})
  public String revision = "";

  private final JsonFactory bare = new JsonFactory();
  private Answers server = Answers.inMemory("");
  private @Nullable McpClient client;

  /** Performs the handshake. */
  @Setup
  public void connect() {
    server = Answers.inMemory(revision);
    McpClient connected =
        McpClient.builder(new MemoryTransport(server)).protocolVersion(revision).build();
    connected.server();
    client = connected;
  }

  /** Closes the client. */
  @TearDown
  public void close() {
    client().close();
  }

  private McpClient client() {
    if (client == null) {
      throw new IllegalStateException("not connected");
    }
    return client;
  }

  /** Calls as an adapter does. */
  @Benchmark
  public String call() {
    return client().callTool(Call.TOOL, ARGUMENTS).text();
  }

  /** The server's share of the call. */
  @Benchmark
  public byte @Nullable [] serverAlone() {
    return server.to(REQUEST);
  }

  /** The lower bound for reading: Jackson's parser over the response, keeping nothing. */
  @Benchmark
  public int parserAlone() throws IOException {
    int characters = 0;
    byte[] answer = server.to(REQUEST);
    try (JsonParser parser = bare.createParser(answer)) {
      while (parser.nextToken() != null) {
        characters += parser.getText().length();
      }
    }
    return characters;
  }
}
