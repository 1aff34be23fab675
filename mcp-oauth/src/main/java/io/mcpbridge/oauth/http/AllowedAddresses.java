package io.mcpbridge.oauth.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolves a host once, and returns only the addresses that the policy allows. The connection uses
 * one of them, which defeats DNS rebinding.
 */
public final class AllowedAddresses implements DnsResolver {

  /** Resolves a host name. */
  @FunctionalInterface
  public interface Resolver {
    InetAddress[] addressesOf(String host) throws UnknownHostException;
  }

  /** An address that the policy rejects; the message says why. */
  static final class ForbiddenAddressException extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    ForbiddenAddressException(String message) {
      super(message);
    }
  }

  private final UrlRules rules;
  private final Resolver resolver;

  AllowedAddresses(UrlRules rules, Resolver resolver) {
    this.rules = rules;
    this.resolver = resolver;
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    List<InetAddress> allowed = new ArrayList<>();
    String objection = "has no address";
    for (InetAddress address : resolver.addressesOf(host)) {
      String why = rules.objection(host, address);
      if (why == null) {
        allowed.add(address);
      } else {
        objection = why;
      }
    }
    if (allowed.isEmpty()) {
      throw new ForbiddenAddressException("the host " + host + " " + objection);
    }
    return allowed.toArray(InetAddress[]::new);
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
