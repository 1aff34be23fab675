package io.mcpbridge.transport.stdio;

import io.mcpbridge.internal.text.Secrets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Output of a server on its standard output that is no message: skipped, and logged once as a
 * warning and then at debug. Thread-safe.
 */
final class NonProtocolOutput {

  private static final Logger log = LoggerFactory.getLogger(NonProtocolOutput.class);
  private static final int MASKED_BYTES = 16 * 1024;
  private static final int SAMPLE_LENGTH = 200;

  private final String address;
  private final Secrets secrets;
  private volatile @Nullable String first;

  NonProtocolOutput(String address, Secrets secrets) {
    this.address = address;
    this.secrets = secrets;
  }

  /** The first output; {@code null} if there was none. */
  @Nullable String first() {
    return first;
  }

  synchronized void skip(byte[] buffer, int offset, int length, String reason) {
    if (first != null && !log.isDebugEnabled()) {
      return;
    }
    String sample = sample(buffer, offset, length);
    if (first != null) {
      log.debug("{}: skipped a line on standard output ({}): {}", address, reason, sample);
      return;
    }
    first = sample;
    log.warn(
        "{}: skipped a line on standard output that is not an MCP message ({}); servers"
            + " should print"
            + " such text on standard error. Further ones are logged at debug level: {}",
        address,
        reason,
        sample);
  }

  /** Redacted before it is cut: half of a secret is still too much. */
  private String sample(byte[] buffer, int offset, int length) {
    String text = secrets.mask(PrintableText.sample(buffer, offset, length, MASKED_BYTES));
    return text.length() > SAMPLE_LENGTH ? text.substring(0, SAMPLE_LENGTH) + " ..." : text;
  }
}
