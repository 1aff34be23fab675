package io.mcpbridge.verification.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Concatenates bytes. */
final class Bytes {

  private Bytes() {}

  static byte[] of(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] join(String before, byte[] payload, String behind) {
    return join(of(before), payload, of(behind));
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }
}
