package io.mcpbridge.oauth.internal.http;

import io.mcpbridge.internal.http.connection.SocketConnector.AddressResolver;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Resolves a host once, and returns only the addresses that the policy allows. The connection uses
 * one of them, which defeats DNS rebinding.
 */
final class AllowedAddresses implements AddressResolver {

  /** An address that the policy rejects; the message says why. */
  static final class ForbiddenAddressException extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    ForbiddenAddressException(String message) {
      super(message);
    }
  }

  private final UrlRules rules;
  private final AddressResolver resolver;

  AllowedAddresses(UrlRules rules, AddressResolver resolver) {
    this.rules = rules;
    this.resolver = resolver;
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    List<InetAddress> allowed = new ArrayList<>();
    String objection = "has no address";
    for (InetAddress address : resolver.resolve(host)) {
      String refusal = rules.objection(host, address);
      if (refusal == null) {
        allowed.add(address);
      } else {
        objection = refusal;
      }
    }
    if (allowed.isEmpty()) {
      throw new ForbiddenAddressException("the host " + host + " " + objection);
    }
    return allowed.toArray(InetAddress[]::new);
  }
}
