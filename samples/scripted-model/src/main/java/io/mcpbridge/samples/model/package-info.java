/**
 * An OpenAI-compatible chat model for samples and their tests that needs no key and no network.
 *
 * <p>{@link io.mcpbridge.samples.model.ScriptedModel} is the way in. A request travels {@code
 * ChatCompletionsEndpoint} (HTTP), {@code ChatRequest} (what was asked), {@code Script} (what to
 * answer, with {@code Planner}, {@code ToolChooser} and {@code ArgumentFiller}), and leaves as a
 * {@code ChatCompletionResponse} or a {@code StreamedResponse}.
 */
@NullMarked
package io.mcpbridge.samples.model;

import org.jspecify.annotations.NullMarked;
