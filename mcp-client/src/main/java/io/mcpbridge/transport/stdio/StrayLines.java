package io.mcpbridge.transport.stdio;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server prints on its standard output although it is no message: skipped, said once aloud
 * and then quietly. Used by the reader thread alone.
 */
final class StrayLines {

  private static final Logger log = LoggerFactory.getLogger(StrayLines.class);
  private static final int SAMPLE_BYTES = 200;

  private final String address;
  private final Secrets secrets;
  private boolean said;

  StrayLines(String address, Secrets secrets) {
    this.address = address;
    this.secrets = secrets;
  }

  void skip(byte[] buffer, int offset, int length, String why) {
    if (said && !log.isDebugEnabled()) {
      return;
    }
    String sample = secrets.mask(PrintableText.sample(buffer, offset, length, SAMPLE_BYTES));
    if (said) {
      log.debug("{}: skipped a line on standard output ({}): {}", address, why, sample);
      return;
    }
    said = true;
    log.warn(
        "{}: skipped a line on standard output that is no MCP message ({}); servers should print"
            + " such text on standard error. Further ones are logged at debug level: {}",
        address,
        why,
        sample);
  }
}
