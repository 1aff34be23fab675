package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.oauth.AuthorizationListener;

/**
 * Lists a server's tools as soon as a user has given permission, instead of at the next attempt.
 */
public record RefreshAfterAuthorization(ToolCatalog catalog) implements AuthorizationListener {

  @Override
  public void tokenFound(String server, String user) {
    granted(server, user);
  }

  @Override
  public void granted(String server, String user) {
    try {
      catalog.refresh(server);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // removed or disabled meanwhile
    }
  }
}
