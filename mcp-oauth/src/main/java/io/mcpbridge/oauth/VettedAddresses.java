package io.mcpbridge.oauth;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Looks up a host once, and hands on only the addresses that the policy allows. The connection is
 * made to one of those: a name that stands for something else a moment later (DNS rebinding) gains
 * nothing.
 */
final class VettedAddresses implements DnsResolver {

  /** What asks the system for the addresses of a host. */
  @FunctionalInterface
  interface Lookup {
    InetAddress[] addressesOf(String host) throws UnknownHostException;
  }

  /** An address that the policy refuses; the message says why. */
  static final class Refused extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  private final UrlRules rules;
  private final Lookup lookup;

  VettedAddresses(UrlRules rules, Lookup lookup) {
    this.rules = rules;
    this.lookup = lookup;
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    List<InetAddress> allowed = new ArrayList<>();
    String objection = "has no address";
    for (InetAddress address : lookup.addressesOf(host)) {
      String why = rules.objection(host, address);
      if (why == null) {
        allowed.add(address);
      } else {
        objection = why;
      }
    }
    if (allowed.isEmpty()) {
      throw new Refused("the host " + host + " " + objection);
    }
    return allowed.toArray(InetAddress[]::new);
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
