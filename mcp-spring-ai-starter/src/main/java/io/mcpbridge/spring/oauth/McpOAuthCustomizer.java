package io.mcpbridge.spring.oauth;

import io.mcpbridge.oauth.OAuthCredentialsBuilder;

/**
 * Has a hand in the credentials that are made from {@code oauth} of a server: a bean of this type
 * is called for each after its properties were applied, several in the order of {@code @Order}. It
 * must do no I/O.
 *
 * <pre>{@code
 * @Bean
 * McpOAuthCustomizer companyCertificates(SslBundles bundles) {
 *   return (server, oauth) -> oauth.sslContext(bundles.getBundle("company").createSslContext());
 * }
 * }</pre>
 */
@FunctionalInterface
public interface McpOAuthCustomizer {

  /**
   * Changes how tokens for a server are had.
   *
   * @param server the key below {@code mcp.client.servers}
   */
  void customize(String server, OAuthCredentialsBuilder oauth);
}
