package io.mcpbridge.internal.revision.negotiation;

import io.mcpbridge.internal.revision.Revision;
import io.mcpbridge.transport.Transport;

/**
 * The detected way to connect to a server.
 *
 * @param revision the revision to request, which the server may negotiate down
 * @param overLegacyTransport whether the server needs the legacy transport instead of the
 *     configured one
 */
record ProbeResult(Revision revision, boolean overLegacyTransport) {

  Transport transport(Transport configured) {
    return overLegacyTransport ? configured.legacyTransport().orElse(configured) : configured;
  }
}
