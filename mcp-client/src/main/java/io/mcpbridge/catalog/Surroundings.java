package io.mcpbridge.catalog;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the servers of one catalogue share.
 *
 * @param schedule who works for them in the background
 * @param use when their tools are asked for
 * @param toolsReplaced told which server has other tools than before
 * @param definitions how tools were described when they were seen first
 * @param user whose they are, for the log; {@code null} if they are everybody's
 * @param connected told the key of a server that is connected, for the first time or again
 */
record Surroundings(
    Schedule schedule,
    ListUse use,
    Consumer<ServerHistory> toolsReplaced,
    KnownDefinitions definitions,
    @Nullable String user,
    Consumer<String> connected) {}
