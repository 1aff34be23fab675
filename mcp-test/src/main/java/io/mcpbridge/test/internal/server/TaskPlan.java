package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The course of a task.
 *
 * @param ttl time to live; {@code null} for unlimited
 * @param end the outcome, as a function of the client's responses
 */
public record TaskPlan(
    List<TaskStep> steps,
    @Nullable Duration pollInterval,
    @Nullable Duration ttl,
    boolean heedsCancellation,
    Function<JsonObject, Outcome> end) {}
