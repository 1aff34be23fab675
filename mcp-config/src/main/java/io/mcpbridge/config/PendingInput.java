package io.mcpbridge.config;

import java.nio.file.Path;

/**
 * An input that an entry needs and that the application has not been asked for yet.
 *
 * @param file the file that contains the input
 */
record PendingInput(Path file, ServersInput input) {}
