package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.oauth.internal.user.SignOutListener;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Closes the sessions and event streams that were opened with a user's token when they sign out.
 * Calls of other users in flight complete.
 */
public record SignOutCleanup(ObjectProvider<ToolCatalog> catalog, UserToolCatalogs users)
    implements SignOutListener {

  @Override
  public void signedOut(String server, boolean listed) {
    users.closeIfOwned(server);
    ToolCatalog common = listed ? catalog.getIfUnique() : null;
    if (common != null) {
      try {
        common.restart(server);
      } catch (IllegalArgumentException | IllegalStateException e) {
        // removed or disabled meanwhile
      }
    }
  }
}
