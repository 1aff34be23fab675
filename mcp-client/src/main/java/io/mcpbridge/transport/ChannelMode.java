package io.mcpbridge.transport;

/** What a transport needs to know about the protocol era. */
public enum ChannelMode {
  /** Every request is independent; closing an exchange cancels its request. */
  STATELESS,

  /** Requests belong to a session that {@code initialize} opens and that the server may end. */
  SESSION
}
