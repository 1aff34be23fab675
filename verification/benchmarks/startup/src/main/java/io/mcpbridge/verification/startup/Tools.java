package io.mcpbridge.verification.startup;

/** The tools that a chat would have now. */
interface Tools {

  /** How many there are. */
  int count();

  /** The first one, ready for calls. */
  Tool first();

  /** A tool as its framework calls it. */
  interface Tool {

    /** Takes the arguments as JSON and returns what the model would be given. */
    String call(String arguments);
  }
}
