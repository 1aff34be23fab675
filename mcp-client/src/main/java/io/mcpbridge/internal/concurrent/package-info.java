/**
 * Concurrency tools, each of them once: {@link io.mcpbridge.internal.concurrent.SerialExecutor
 * SerialExecutor} and {@link io.mcpbridge.internal.concurrent.SingleFlight SingleFlight} decide
 * what runs at the same time, {@link io.mcpbridge.internal.concurrent.Scheduler Scheduler} and
 * {@link io.mcpbridge.internal.concurrent.Debouncer Debouncer} when, and {@link
 * io.mcpbridge.internal.concurrent.Workers Workers} and {@link
 * io.mcpbridge.internal.concurrent.DaemonThreads DaemonThreads} on which threads: daemons that live
 * only while there is work, and that keep no references to the application whose call started them.
 */
@NullMarked
package io.mcpbridge.internal.concurrent;

import org.jspecify.annotations.NullMarked;
