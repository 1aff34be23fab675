package io.mcpbridge.config;

import java.nio.file.Path;

/**
 * An input that an entry needs and nobody has been asked for yet.
 *
 * @param file which file leaves it to be asked for
 */
record OpenInput(Path file, ServersInput input) {}
