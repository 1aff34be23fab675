package io.mcpbridge.spring.console;

import io.mcpbridge.spring.boot.internal.configuration.ConfiguredProperties;
import io.mcpbridge.spring.boot.internal.doctor.ServerDoctor;
import org.jspecify.annotations.Nullable;

/**
 * The application that the console looks into.
 *
 * @param name for people
 * @param warning of what keeps all tools from models; {@code null} if nothing does
 * @param properties those that are set for servers
 * @param doctor examines its servers
 * @param agents those with tools of their own
 */
record ConsoleApplication(
    String name,
    @Nullable String warning,
    ConfiguredProperties properties,
    ServerDoctor doctor,
    ConsoleAgents agents) {}
