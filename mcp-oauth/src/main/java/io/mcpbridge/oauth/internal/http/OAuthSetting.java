package io.mcpbridge.oauth.internal.http;

import org.jspecify.annotations.Nullable;

/** A setting that a message asks the developer to change. */
public enum OAuthSetting {
  ALLOW_LOOPBACK("allow-loopback", "UrlPolicy.allowLoopback()"),
  ALLOW_PRIVATE_NETWORKS("allow-private-networks", "UrlPolicy.allowPrivateNetworks()"),
  ALLOW_CROSS_SITE_TOKEN_ENDPOINT(null, "OAuthCredentialsBuilder.allowCrossSiteTokenEndpoint()"),
  CLIENT_ID("client-id", "OAuthCredentialsBuilder.client(ClientRegistration.of(id))"),
  CLIENT_SECRET("client-secret", "ClientRegistration.of(id, secret)"),
  ISSUER("issuer", "ClientRegistration.at(issuer)"),
  KEY_ALGORITHM(null, "the algorithm of the ClientRegistration");

  private final @Nullable String property;
  private final String java;

  OAuthSetting(@Nullable String property, String java) {
    this.property = property;
    this.java = java;
  }

  /** The last part of the property name; {@code null} if it is no property. */
  @Nullable String property() {
    return property;
  }

  /** The name in this module's API. */
  String java() {
    return java;
  }
}
