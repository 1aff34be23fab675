package io.mcpbridge.internal.revision.negotiation;

import io.mcpbridge.internal.revision.Revision;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.transport.Channel;

/**
 * A negotiated connection to a server.
 *
 * @param channel the open channel; the holder closes it
 * @param revision the negotiated revision
 * @param server the server's information
 */
public record NegotiatedChannel(Channel channel, Revision revision, ServerInfo server) {}
