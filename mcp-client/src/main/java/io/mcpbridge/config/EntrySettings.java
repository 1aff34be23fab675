package io.mcpbridge.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one entry means, with all variables replaced. Two that are equal need no restart.
 *
 * @param target where the server is
 * @param timeout the most a call may take; {@code null} for the default
 * @param autoApprove tools that need no approval, {@code *} for all
 * @param disabledTools tools that nobody may call
 * @param allowedTools the only tools that there are; empty for all
 * @param noTools whether there is to be no tool at all
 * @param watchPaths files whose change restarts the server
 */
record EntrySettings(
    EntryTarget target,
    @Nullable Duration timeout,
    List<String> autoApprove,
    List<String> disabledTools,
    List<String> allowedTools,
    boolean noTools,
    List<Path> watchPaths) {}
