package io.mcpbridge.test.internal.rules;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Decodes header values (2026-07-28, Streamable HTTP, value encoding). */
public final class HeaderValues {

  private static final String START = "=?base64?";
  private static final String END = "?=";

  private HeaderValues() {}

  /**
   * @throws IllegalArgumentException if it is marked as Base64 and is not, or holds characters that
   *     require Base64
   */
  public static String decode(String header) {
    if (header.startsWith(START) && header.endsWith(END) && header.length() >= 11) {
      String encoded = header.substring(START.length(), header.length() - END.length());
      return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    }
    if (!header.chars().allMatch(c -> c == '\t' || (c >= 0x20 && c < 0x7f))) {
      throw new IllegalArgumentException("not plain ASCII");
    }
    return header;
  }

  public static boolean sameNumber(String header, Object value) {
    try {
      return new BigDecimal(header).compareTo(new BigDecimal(value.toString())) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
