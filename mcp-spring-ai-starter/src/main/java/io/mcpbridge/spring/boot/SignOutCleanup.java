package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.oauth.SignOutListener;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Closes the sessions and event streams that were opened with a user's token when they sign out.
 * Calls of other users in flight complete.
 */
record SignOutCleanup(ObjectProvider<ToolCatalog> catalog, UserTools users)
    implements SignOutListener {

  @Override
  public void signedOut(String server, boolean listed) {
    users.endIfTheirs(server);
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
