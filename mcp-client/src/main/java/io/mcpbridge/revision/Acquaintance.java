package io.mcpbridge.revision;

import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.transport.Channel;

/**
 * A server that was greeted: the way to it, how to speak with it, and what it said of itself.
 *
 * @param channel open; the holder closes it
 * @param revision the revision agreed on
 * @param server what it said
 */
public record Acquaintance(Channel channel, Revision revision, ServerInfo server) {}
