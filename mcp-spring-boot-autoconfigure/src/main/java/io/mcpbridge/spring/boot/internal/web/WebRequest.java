package io.mcpbridge.spring.boot.internal.web;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request to a {@link WebRoute}, made on a thread of its user.
 *
 * @param query the raw query
 * @param header the first value of a header, by name
 * @param body empty if there is none
 */
public record WebRequest(
    Map<String, String> pathVariables,
    @Nullable String query,
    Function<String, @Nullable String> header,
    String body) {}
