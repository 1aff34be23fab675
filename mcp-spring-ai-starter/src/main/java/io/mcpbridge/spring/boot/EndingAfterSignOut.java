package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.oauth.SignOutListener;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Whoever signs out leaves no session behind that was opened with their token, nor a stream on
 * which its server speaks. Calls of others come to their end.
 */
record EndingAfterSignOut(ObjectProvider<ToolCatalog> catalog, UserTools users)
    implements SignOutListener {

  @Override
  public void signedOut(String server, boolean listed) {
    users.endIfTheirs(server);
    ToolCatalog common = listed ? catalog.getIfUnique() : null;
    if (common != null) {
      try {
        common.restart(server);
      } catch (IllegalArgumentException | IllegalStateException e) {
        // it was removed or disabled meanwhile
      }
    }
  }
}
