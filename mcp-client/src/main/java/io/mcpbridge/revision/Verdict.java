package io.mcpbridge.revision;

import io.mcpbridge.transport.Transport;

/**
 * How a server turned out to be spoken to.
 *
 * @param revision what it is asked for, which is not always what it agrees on
 * @param overPredecessor whether it does not know the configured transport, but the one before
 */
record Verdict(Revision revision, boolean overPredecessor) {

  Transport way(Transport configured) {
    return overPredecessor ? configured.predecessor().orElse(configured) : configured;
  }
}
