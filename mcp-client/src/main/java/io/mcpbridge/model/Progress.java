package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * The progress of a request ({@code notifications/progress}).
 *
 * @param progress increases with each notification
 * @param total the final value, if known
 * @param message a status message for users (2025-03-26 and later), untrusted
 */
public record Progress(double progress, @Nullable Double total, @Nullable String message) {}
