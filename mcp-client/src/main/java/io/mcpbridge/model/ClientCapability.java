package io.mcpbridge.model;

/** What a client can do for a server that asks it for something. */
public enum ClientCapability {
  /** Filling in forms (2025-06-18 and later, elicitation). */
  ELICITATION_FORM,

  /** Sending the user to a URL (2025-11-25 and later, elicitation). */
  ELICITATION_URL,

  /** Asking a language model (sampling). */
  SAMPLING,

  /** Asking a language model that may use the server's tools (2025-11-25 and later, sampling). */
  SAMPLING_TOOLS,

  /** Adding context of this or other servers to what the model is asked (sampling). */
  SAMPLING_CONTEXT,

  /** Naming the folders that the server may work in (roots). */
  ROOTS
}
