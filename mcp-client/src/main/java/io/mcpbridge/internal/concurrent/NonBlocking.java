package io.mcpbridge.internal.concurrent;

/**
 * A listener that returns at once: it is called on the thread that has the event, which may be an
 * I/O thread, and not on a worker.
 */
public interface NonBlocking {}
