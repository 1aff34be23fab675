package io.mcpbridge.model;

/** What a client can do at a server's request. */
public enum ClientCapability {
  /** Form elicitation (2025-06-18 and later). */
  ELICITATION_FORM,

  /** URL elicitation (2025-11-25 and later). */
  ELICITATION_URL,

  /** Sampling from a language model. */
  SAMPLING,

  /** Sampling from a language model that may use the request's tools (2025-11-25 and later). */
  SAMPLING_TOOLS,

  /** Including context of this or other servers in sampling. */
  SAMPLING_CONTEXT,

  /** Listing roots: the directories that the server may work in. */
  ROOTS
}
