package io.mcpbridge.config;

import java.nio.file.Path;
import java.util.List;

/**
 * What one entry means, with all variables replaced. Two that are equal need no restart.
 *
 * @param target where the server is
 * @param use how it is used
 * @param watchPaths files whose change restarts the server
 */
record EntrySettings(EntryTarget target, EntryUse use, List<Path> watchPaths) {}
