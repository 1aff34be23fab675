package io.mcpbridge.spring.oauth;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where users of a web application go, and come back to, to give permission ('oauth.grant=web').
 *
 * @param callbackPath Path that users come back to, with '{server}' for the name of the server. It
 *     is that of 'oauth.redirect-uri', without the application's context path.
 * @param authorizePath Path that sends the current user to the page where permission is given.
 * @param afterwards Path of this application that users are sent to afterwards. By default they are
 *     told in a sentence how it went.
 */
@ConfigurationProperties("mcp.client.oauth")
public record McpOAuthWebProperties(
    @DefaultValue("/mcp/oauth/callback/{server}") String callbackPath,
    @DefaultValue("/mcp/oauth/authorize/{server}") String authorizePath,
    @Nullable String afterwards) {}
