/**
 * The benchmark server. Its responses are constant and cost as little work as possible, so that the
 * measurements show the client.
 */
@NullMarked
package io.mcpbridge.verification.benchmarks.server;

import org.jspecify.annotations.NullMarked;
