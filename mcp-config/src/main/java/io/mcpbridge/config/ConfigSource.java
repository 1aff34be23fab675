package io.mcpbridge.config;

/** The role of a configuration file, in order of precedence. */
public enum ConfigSource {
  /** The file of the current project. */
  PROJECT,

  /** The file of the user or the machine. */
  GLOBAL
}
