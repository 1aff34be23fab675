package io.mcpbridge.transport;

/** All that a transport learns of the protocol era. */
public enum ChannelMode {
  /** Every request stands alone; a broken exchange is a cancelled one. */
  STATELESS,

  /** Requests belong to a session that a greeting opens and that the server may end. */
  SESSION
}
