package io.mcpbridge.config;

/** Which of the files a server comes from; the first one that has a name wins. */
public enum ConfigSource {
  /** The file of the project that is worked on. */
  PROJECT,

  /** The file of the person or the machine. */
  GLOBAL
}
