package io.mcpbridge.revision;

import io.mcpbridge.transport.Transport;

/**
 * The detected way to connect to a server.
 *
 * @param revision the revision to request, which the server may negotiate down
 * @param overPredecessor whether the server needs the legacy transport instead of the configured
 *     one
 */
record ProbeResult(Revision revision, boolean overPredecessor) {

  Transport way(Transport configured) {
    return overPredecessor ? configured.predecessor().orElse(configured) : configured;
  }
}
