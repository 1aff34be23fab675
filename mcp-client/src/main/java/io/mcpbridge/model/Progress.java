package io.mcpbridge.model;

import org.jspecify.annotations.Nullable;

/**
 * How far a request has come, as its server sees it ({@code notifications/progress}).
 *
 * @param progress grows with each report
 * @param total where it ends, if known
 * @param message a sentence for people (2025-03-26 and later), untrusted
 */
public record Progress(double progress, @Nullable Double total, @Nullable String message) {}
