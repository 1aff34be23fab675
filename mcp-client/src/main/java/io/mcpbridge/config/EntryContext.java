package io.mcpbridge.config;

import io.mcpbridge.catalog.ServerOptions;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the application says to the entries of all files.
 *
 * @param transports makes servers of them
 * @param defaults how they are treated where the entries do not say
 * @param allowed which may be used at all
 * @param environment where variables are looked up
 * @param workspaceFolder where relative paths begin
 * @param inputs what was answered to what the files leave to be asked for
 */
record EntryContext(
    EntryTransport transports,
    ServerOptions defaults,
    Predicate<ConfiguredServer> allowed,
    Function<String, @Nullable String> environment,
    Path workspaceFolder,
    InputAnswers inputs) {}
