package io.mcpbridge.internal.http.sse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Parses event streams, compared to merely reading each byte. In this package for access to the
 * parser.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EventStreamBenchmark {

  private static final int TOTAL = 1_000_000;

  /** Data bytes per event; the stream always has one megabyte. */
  @Param({"100", "1000000"})
  public int eventSize;

  private byte[] stream = new byte[0];
  private final byte[] buffer = new byte[8 * 1024];

  /** Builds the stream. */
  @Setup
  public void write() {
    String event = "event: message\nid: 7\ndata: " + "x".repeat(eventSize) + "\n\n";
    stream = event.repeat(TOTAL / eventSize).getBytes(StandardCharsets.US_ASCII);
  }

  /** This project's parser. */
  @Benchmark
  public long events() throws IOException {
    EventStreamParser events = new EventStreamParser(new ByteArrayInputStream(stream));
    long bytes = 0;
    while (events.next()) {
      int n;
      while ((n = events.data().read(buffer, 0, buffer.length)) > 0) {
        bytes += n;
      }
    }
    return bytes;
  }

  /** The lower bound: copies and reads the same bytes. */
  @Benchmark
  public long scan() {
    ByteArrayInputStream in = new ByteArrayInputStream(stream);
    long lines = 0;
    int n;
    while ((n = in.read(buffer, 0, buffer.length)) > 0) {
      for (int i = 0; i < n; i++) {
        if (buffer[i] == '\n') {
          lines++;
        }
      }
    }
    return lines;
  }
}
