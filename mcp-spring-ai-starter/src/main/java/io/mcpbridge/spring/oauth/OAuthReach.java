package io.mcpbridge.spring.oauth;

import io.mcpbridge.auth.PlainHttp;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.UrlPolicy;
import java.net.URI;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/**
 * Where tokens may be had from and go to, and over which connections.
 *
 * @param url that of the MCP server
 */
record OAuthReach(URI url, OAuthSettings settings) {

  /**
   * Sets it.
   *
   * @throws InvalidOAuthException if the settings make no sense
   */
  void applyTo(OAuthCredentialsBuilder oauth) {
    way(oauth);
    reach(oauth);
    secure(oauth);
  }

  /** To the MCP server, with the token. */
  private void way(OAuthCredentialsBuilder oauth) {
    if (settings.is(McpOAuthProperties::allowPlainHttp)) {
      oauth.allowPlainHttp();
    } else if (PlainHttp.leavesThisMachine(url)) {
      throw settings.invalid(
          "allow-plain-http",
          McpOAuthProperties::allowPlainHttp,
          "is not true, and the server is spoken to over plain http: whoever is on the way could use"
              + " the token.",
          "Set a url with https. If nobody can be on the way, as where a service mesh does TLS, set "
              + settings.name("allow-plain-http", McpOAuthProperties::allowPlainHttp)
              + "=true.");
    }
  }

  private void reach(OAuthCredentialsBuilder oauth) {
    UrlPolicy policy = UrlPolicy.defaults();
    if (settings.is(McpOAuthProperties::allowLoopback)) {
      policy = policy.allowLoopback();
    }
    if (settings.is(McpOAuthProperties::allowPrivateNetworks)) {
      policy = policy.allowPrivateNetworks();
    }
    oauth.urlPolicy(policy);
    if (settings.is(McpOAuthProperties::allowCrossSiteTokenEndpoint)) {
      oauth.allowCrossSiteTokenEndpoint();
    }
  }

  private void secure(OAuthCredentialsBuilder oauth) {
    String bundle = settings.text(McpOAuthProperties::sslBundle);
    if (!bundle.isEmpty()) {
      try {
        oauth.sslContext(settings.tls().apply(bundle));
      } catch (NoSuchSslBundleException e) {
        throw settings.invalid(
            "ssl-bundle",
            McpOAuthProperties::sslBundle,
            "names no SSL bundle: '" + bundle + "'.",
            "Set the name of one below spring.ssl.bundle, or leave it out.");
      }
    }
  }
}
