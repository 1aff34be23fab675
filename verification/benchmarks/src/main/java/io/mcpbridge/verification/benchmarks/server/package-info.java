/**
 * The server that is measured against: answers are fixed and made with as little work as possible,
 * so that what is seen is the client.
 */
@NullMarked
package io.mcpbridge.verification.benchmarks.server;

import org.jspecify.annotations.NullMarked;
