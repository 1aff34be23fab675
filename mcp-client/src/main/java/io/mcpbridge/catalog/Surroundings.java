package io.mcpbridge.catalog;

import java.util.function.Consumer;

/**
 * What the servers of one catalogue share.
 *
 * @param schedule who works for them in the background
 * @param use when their tools are asked for
 * @param toolsReplaced told which server has other tools than before
 * @param definitions how tools were described when they were seen first
 * @param connected told the key of a server that is connected, for the first time or again
 */
record Surroundings(
    Schedule schedule,
    ListUse use,
    Consumer<ServerHistory> toolsReplaced,
    KnownDefinitions definitions,
    Consumer<String> connected) {}
