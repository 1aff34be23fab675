package io.mcpbridge.test.internal.server;

/** Decides the outcome of a call. */
@FunctionalInterface
public interface Handler {

  Outcome call(HandledCall call) throws Exception;
}
