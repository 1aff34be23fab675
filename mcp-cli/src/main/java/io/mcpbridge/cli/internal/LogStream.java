package io.mcpbridge.cli.internal;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** Standard error for logs, which have values of the configuration file. Thread-safe. */
public final class LogStream extends PrintStream {

  private volatile UnaryOperator<String> mask = UnaryOperator.identity();

  /** Creates a stream that writes to another one. */
  public LogStream(PrintStream err) {
    super(err, true, StandardCharsets.UTF_8);
  }

  /**
   * Masks what is printed from now on.
   *
   * @param newMask called on the thread that logs
   */
  void mask(UnaryOperator<String> newMask) {
    this.mask = newMask;
  }

  /** Also called for each line. */
  @Override
  public void print(String text) {
    super.print(mask.apply(String.valueOf(text)));
  }
}
