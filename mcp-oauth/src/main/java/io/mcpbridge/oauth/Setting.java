package io.mcpbridge.oauth;

/** A setting that a message asks the developer to change. */
enum Setting {
  ALLOW_LOOPBACK("allow-loopback", "UrlPolicy.allowLoopback()"),
  ALLOW_PRIVATE_NETWORKS("allow-private-networks", "UrlPolicy.allowPrivateNetworks()"),
  ALLOW_CROSS_SITE_TOKEN_ENDPOINT(
      "allow-cross-site-token-endpoint", "OAuthCredentialsBuilder.allowCrossSiteTokenEndpoint()"),
  CLIENT_ID("client-id", "OAuthCredentialsBuilder.client(ClientRegistration.of(id))"),
  CLIENT_SECRET("client-secret", "ClientRegistration.of(id, secret)"),
  ISSUER("issuer", "ClientRegistration.at(issuer)"),
  KEY_ALGORITHM("key-algorithm", "the algorithm of the ClientRegistration");

  private final String property;
  private final String java;

  Setting(String property, String java) {
    this.property = property;
    this.java = java;
  }

  /** The last part of the property name. */
  String property() {
    return property;
  }

  /** The name in this module's API. */
  String java() {
    return java;
  }
}
