package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.catalog.internal.state.CatalogListeners;
import io.mcpbridge.catalog.internal.state.ListingActivity;
import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.internal.tools.KnownDefinitions;
import io.mcpbridge.catalog.server.ToolNameMapper;
import io.mcpbridge.internal.concurrent.Scheduler;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the servers of one catalog share.
 *
 * @param schedule runs their background work
 * @param clients creates the settings of their clients
 * @param listeners of all servers
 * @param use notices requests for the tool list
 * @param toolsReplaced notified when the tools of a server changed
 * @param definitions the known tool definitions
 * @param user the user of the catalog, for the log; {@code null} if it is shared
 * @param connected notified with the key of a server that connected or reconnected
 * @param toolNames names the tools for models
 * @param storesResults whether models can read on in long results
 */
public record CatalogContext(
    Scheduler schedule,
    ClientFactory clients,
    CatalogListeners listeners,
    ListingActivity use,
    Consumer<ServerHistory> toolsReplaced,
    KnownDefinitions definitions,
    @Nullable String user,
    Consumer<String> connected,
    ToolNameMapper toolNames,
    boolean storesResults) {}
