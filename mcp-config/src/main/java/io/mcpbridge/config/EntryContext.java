package io.mcpbridge.config;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.config.internal.entry.EntryTransport;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The application's settings for the entries of all files.
 *
 * @param transports creates the transports
 * @param defaults default options by server name
 * @param allowed which servers the application accepts
 * @param environment resolves variables
 * @param workspaceFolder base of relative paths
 * @param inputs the answers to inputs
 * @param replacesBridges whether to connect directly to the server of {@code mcp-remote}
 */
record EntryContext(
    EntryTransport transports,
    Function<String, ServerOptions> defaults,
    Predicate<ConfiguredServer> allowed,
    Function<String, @Nullable String> environment,
    Path workspaceFolder,
    InputAnswers inputs,
    boolean replacesBridges) {}
