package io.mcpbridge.spring.oauth.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * OAuth settings of the application: the paths of a web application ('auth.oauth2.redirect-uri'),
 * and the token file of an application for a single user.
 *
 * @param callbackPath Path of the OAuth callback in this application, with '{server}' for the name
 *     of the server. Must match the path of 'auth.oauth2.redirect-uri' without the context path,
 *     unless a proxy rewrites paths.
 * @param successUrl Success URL: path of this application to redirect users to after successful
 *     OAuth authorization. By default a page shows the result. Pages of failures link to it.
 * @param tokenFile Encrypted file of OAuth tokens.
 */
@ConfigurationProperties("mcp.client.oauth")
public record McpOAuthWebProperties(
    @DefaultValue("/mcp/oauth/callback/{server}") String callbackPath,
    @Nullable String successUrl,
    @DefaultValue TokenFile tokenFile) {

  /**
   * Encrypted file of OAuth tokens of an application for a single user, who stays signed in after a
   * restart.
   *
   * @param path Encrypted file of OAuth tokens, for an application for a single user, such as
   *     '${user.home}/.desk/tokens.json', with its key in a second file beside it. By default
   *     tokens are in memory; a 'TokenStore' bean takes precedence.
   */
  public record TokenFile(@Nullable String path) {}
}
