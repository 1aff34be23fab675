package io.mcpbridge.spring.oauth.internal.settings;

import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.internal.text.PlainHttp;
import io.mcpbridge.oauth.OAuthCredentialsBuilder;
import io.mcpbridge.oauth.core.UrlPolicy;
import io.mcpbridge.spring.oauth.settings.McpOAuthProperties;
import java.net.URI;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/**
 * Applies the settings that restrict which authorization servers are used and how they are
 * connected.
 *
 * @param url URL of the MCP server
 */
public record OAuthNetworkPolicy(URI url, OAuthSettings settings) {

  /**
   * Applies the settings.
   *
   * @throws InvalidMcpConfigurationException if they are invalid
   */
  public void applyTo(OAuthCredentialsBuilder oauth) {
    way(oauth);
    reach(oauth);
    secure(oauth);
  }

  /** Checks the connection that sends the token to the MCP server. */
  private void way(OAuthCredentialsBuilder oauth) {
    if (settings.is(McpOAuthProperties::allowPlainHttp)) {
      oauth.allowPlainHttp();
    } else if (PlainHttp.isRemote(url)) {
      throw settings.invalid(
          "allow-plain-http",
          McpOAuthProperties::allowPlainHttp,
          "is not true, and the server is called over plain http: an attacker on the network could"
              + " use the token.",
          "Set a url with https. If the network is protected, such as by a service mesh, set "
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
            "names an unknown SSL bundle: '" + bundle + "'.",
            "Set the name of one below spring.ssl.bundle, or leave it out.");
      }
    }
  }
}
