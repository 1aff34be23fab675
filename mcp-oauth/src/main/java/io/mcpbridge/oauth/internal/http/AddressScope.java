package io.mcpbridge.oauth.internal.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** The scope of an IP address (the registries of RFC 6890). */
public enum AddressScope {
  PUBLIC,
  LOOPBACK,
  PRIVATE,
  /** Link-local, multicast, unspecified, reserved. */
  NEVER;

  public static AddressScope of(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (address instanceof Inet6Address) {
      return ofIpv6(address, bytes);
    }
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    if (first == 127) {
      return LOOPBACK;
    }
    if (first == 10
        || (first == 172 && second >= 16 && second < 32)
        || (first == 192 && second == 168)
        || (first == 100 && second >= 64 && second < 128)) {
      return PRIVATE;
    }
    boolean special =
        first == 0
            || first >= 224
            || (first == 169 && second == 254)
            || (first == 192 && second == 0 && bytes[2] == 0)
            || (first == 198 && (second == 18 || second == 19));
    return special ? NEVER : PUBLIC;
  }

  private static AddressScope ofIpv6(InetAddress address, byte[] bytes) {
    if (address.isLoopbackAddress()) {
      return LOOPBACK;
    }
    if ((bytes[0] & 0xfe) == 0xfc) {
      return PRIVATE; // unique local, RFC 4193
    }
    if (startsWith(bytes, 0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0)) {
      return ofEmbedded(
          bytes, 12); // NAT64, RFC 6052; a local prefix (RFC 8215) may embed elsewhere
    }
    if (startsWith(bytes, 0x20, 0x02)) {
      return ofEmbedded(bytes, 2); // 6to4, RFC 3056
    }
    boolean global = (bytes[0] & 0xe0) == 0x20; // all public addresses are in 2000::/3
    return global && !startsWith(bytes, 0x20, 0x01, 0x00, 0x00) ? PUBLIC : NEVER; // not Teredo
  }

  /** An embedded IPv4 address; refused unless it is public, so that it cannot bypass the policy. */
  private static AddressScope ofEmbedded(byte[] bytes, int offset) {
    try {
      byte[] inner = Arrays.copyOfRange(bytes, offset, offset + 4);
      return of(InetAddress.getByAddress(inner)) == PUBLIC ? PUBLIC : NEVER;
    } catch (UnknownHostException e) {
      throw new AssertionError("four bytes are an address", e);
    }
  }

  private static boolean startsWith(byte[] bytes, int... prefix) {
    for (int i = 0; i < prefix.length; i++) {
      if ((bytes[i] & 0xff) != prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
