package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.boot.internal.catalog.CatalogFactory;
import io.mcpbridge.spring.boot.internal.configuration.IneffectiveBeans;
import io.mcpbridge.spring.boot.internal.server.PropertyServers;
import io.mcpbridge.spring.boot.internal.server.ServerEntry;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Warns of servers in the properties that are in no catalog because the application declares its
 * own.
 */
final class IgnoredServersWarning implements SmartInitializingSingleton {

  private final CatalogFactory factory;
  private final boolean attachesToChatClients;
  private final ListableBeanFactory beans;

  IgnoredServersWarning(
      CatalogFactory factory, boolean attachesToChatClients, ListableBeanFactory beans) {
    this.factory = factory;
    this.attachesToChatClients = attachesToChatClients;
    this.beans = beans;
  }

  @Override
  public void afterSingletonsInstantiated() {
    if (!IneffectiveBeans.names(PropertyServers.class, beans).isEmpty()) {
      return; // they are in the starter's catalog of this or a parent context
    }
    List<String> catalogs = IneffectiveBeans.names(ToolCatalog.class, beans);
    List<String> lost =
        new ArrayList<>(factory.servers(false).stream().map(ServerEntry::from).toList());
    if (attachesToChatClients
        && catalogs.size() > 1
        && !beans.containsBean(McpClientAutoConfiguration.CALLBACKS)) {
      lost.add("mcp.client.spring-ai.attach-to-chat-clients");
    }
    IneffectiveBeans.warn(catalogs, ToolCatalog.class, lost);
  }
}
