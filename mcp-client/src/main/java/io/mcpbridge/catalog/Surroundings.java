package io.mcpbridge.catalog;

import java.util.function.Consumer;

/**
 * What the servers of one catalogue share.
 *
 * @param schedule who works for them in the background
 * @param use when their tools are asked for
 * @param toolsReplaced told which server has other tools than before
 */
record Surroundings(Schedule schedule, ListUse use, Consumer<ServerHistory> toolsReplaced) {}
