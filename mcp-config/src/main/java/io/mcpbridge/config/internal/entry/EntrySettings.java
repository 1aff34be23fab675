package io.mcpbridge.config.internal.entry;

import java.nio.file.Path;
import java.util.List;

/**
 * The resolved settings of one entry. Equal settings need no restart.
 *
 * @param target the server's address
 * @param policy its options
 * @param watchPaths files whose changes restart the server
 */
public record EntrySettings(EntryTarget target, EntryPolicy policy, List<Path> watchPaths) {}
