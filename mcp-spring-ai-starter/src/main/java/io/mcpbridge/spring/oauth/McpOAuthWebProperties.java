package io.mcpbridge.spring.oauth;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * OAuth settings of the application: the paths of a web application ('oauth.grant=web'), and the
 * token file of an application for a single user.
 *
 * @param callbackPath Path of the OAuth callback in this application, with '{server}' for the name
 *     of the server. Must match the path of 'oauth.redirect-uri' without the context path, unless a
 *     proxy rewrites paths.
 * @param authorizePath Path that redirects the current user to the authorization server (OAuth
 *     login), with '{server}' for the name of the server.
 * @param successUrl Success URL: path of this application to redirect users to after successful
 *     OAuth authorization. By default a page shows the result.
 * @param tokenFile Encrypted file of OAuth tokens.
 */
@ConfigurationProperties("mcp.client.oauth")
public record McpOAuthWebProperties(
    @DefaultValue("/mcp/oauth/callback/{server}") String callbackPath,
    @DefaultValue("/mcp/oauth/authorize/{server}") String authorizePath,
    @Nullable String successUrl,
    @DefaultValue TokenFile tokenFile) {

  /**
   * Encrypted file of OAuth tokens of an application for a single user, who stays signed in after a
   * restart.
   *
   * @param path Encrypted file of OAuth tokens, for an application for a single user, such as
   *     '${user.home}/.desk/tokens.json'. By default tokens are in memory; a 'TokenStore' bean
   *     takes precedence.
   * @param key AES key of the OAuth token file, Base64 encoded. By default a key is generated and
   *     stored in a second file beside it.
   * @param passphrase Passphrase to derive the AES key of the OAuth token file from, instead of a
   *     key.
   */
  public record TokenFile(
      @Nullable String path, @Nullable String key, @Nullable String passphrase) {

    /** Omits key and passphrase. */
    @Override
    public String toString() {
      return "TokenFile[path=" + path + "]";
    }
  }
}
