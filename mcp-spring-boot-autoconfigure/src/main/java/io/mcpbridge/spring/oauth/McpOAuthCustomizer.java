package io.mcpbridge.spring.oauth;

import io.mcpbridge.oauth.OAuthCredentialsBuilder;

/**
 * Customizes the credentials of a server after its {@code oauth} properties were applied. Called
 * once for each server; several beans are called in the order of {@code @Order}. Must do no I/O.
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
   * Customizes how tokens for a server are obtained.
   *
   * @param server the key below {@code mcp.client.servers}
   */
  void customize(String server, OAuthCredentialsBuilder oauth);
}
