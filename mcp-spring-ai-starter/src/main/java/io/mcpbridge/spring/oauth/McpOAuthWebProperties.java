package io.mcpbridge.spring.oauth;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is set for all servers at once: where users of a web application go, and come back to, to
 * give permission ('oauth.grant=web'), and where an application of one person keeps tokens.
 *
 * @param callbackPath Path that users come back to, with '{server}' for the name of the server. It
 *     is not taken from 'oauth.redirect-uri': set both where the path of that one, without the
 *     application's context path, is another.
 * @param authorizePath Path that sends the current user to the page where permission is given.
 * @param afterwards Path of this application that users are sent to afterwards. By default they are
 *     told in a sentence how it went.
 * @param tokenFile File that an application of one person keeps tokens in.
 */
@ConfigurationProperties("mcp.client.oauth")
public record McpOAuthWebProperties(
    @DefaultValue("/mcp/oauth/callback/{server}") String callbackPath,
    @DefaultValue("/mcp/oauth/authorize/{server}") String authorizePath,
    @Nullable String afterwards,
    @DefaultValue TokenFile tokenFile) {

  /**
   * Where an application of one person keeps tokens, so that they log in once and not with every
   * run.
   *
   * @param path Encrypted file that tokens are kept in, such as '${user.home}/.desk/tokens.json'.
   *     In memory without it; a bean of the type 'TokenStore' takes its place.
   * @param key Key of the file: for AES, as Base64. By default it is made, and kept in a second
   *     file beside the first.
   * @param passphrase What the key of the file is made of, in place of a key.
   */
  public record TokenFile(
      @Nullable String path, @Nullable String key, @Nullable String passphrase) {

    /** Without what opens the file. */
    @Override
    public String toString() {
      return "TokenFile[path=" + path + "]";
    }
  }
}
