package io.mcpbridge.internal.pipeline;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What one step remembers about each call, out of reach of the other steps: a constant of that
 * step.
 *
 * @param <V> the values
 */
public final class StepField<V> {

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final int index = COUNT.getAndIncrement();

  /** The value for a call; {@code null} until one is set. */
  @SuppressWarnings("unchecked")
  public @Nullable V get(PipelineCall call) {
    @Nullable Object[] values = call.stepFields;
    return index < values.length ? (V) values[index] : null;
  }

  /** Sets the value for a call. */
  public void set(PipelineCall call, @Nullable V value) {
    if (index >= call.stepFields.length) {
      call.stepFields = Arrays.copyOf(call.stepFields, COUNT.get());
    }
    call.stepFields[index] = value;
  }
}
