/**
 * What a fake server exchanges with its clients: received messages, requests of the server, what
 * handlers and faults see, the revisions, and the formats of the HTTP endpoints.
 */
@NullMarked
package io.mcpbridge.test.exchange;

import org.jspecify.annotations.NullMarked;
