package io.mcpbridge.arguments;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tool arguments that the application supplies instead of the model: a tenant, a region, a limit.
 * The model does not see them in the schema, values that it writes for them are dropped, and it
 * gets no errors about them. Immutable.
 */
public final class FixedArguments {

  private static final FixedArguments NONE = new FixedArguments(Map.of());

  private final Map<String, Supplier<?>> values;

  /** A constant supplier; equal to another one with an equal value. */
  private record Constant(Object value) implements Supplier<Object> {

    @Override
    public Object get() {
      return value;
    }
  }

  private FixedArguments(Map<String, Supplier<?>> values) {
    this.values = values;
  }

  /** No fixed arguments. */
  public static FixedArguments none() {
    return NONE;
  }

  /**
   * A copy with one more argument, with the same value in each call.
   *
   * @param value a plain Java value (Map, List, String, Number, Boolean)
   */
  public FixedArguments with(String name, Object value) {
    return with(name, new Constant(value));
  }

  /**
   * A copy with one more argument, whose value is supplied for each call on the calling thread.
   *
   * @param value supplies a plain Java value (Map, List, String, Number, Boolean); if it throws or
   *     returns {@code null}, the call fails without being sent
   */
  public FixedArguments with(String name, Supplier<?> value) {
    Map<String, Supplier<?>> extended = new LinkedHashMap<>(values);
    extended.put(name, value);
    return new FixedArguments(Collections.unmodifiableMap(extended));
  }

  /** The names of the fixed arguments. */
  public Set<String> names() {
    return values.keySet();
  }

  /** Removes fixed arguments from those that the model wrote. */
  public Map<String, @Nullable Object> droppedFrom(Map<String, @Nullable Object> arguments) {
    return values.isEmpty() ? arguments : without(arguments);
  }

  /**
   * Adds the fixed arguments.
   *
   * @throws IllegalStateException if one of them has no value
   */
  public Map<String, @Nullable Object> addedTo(Map<String, @Nullable Object> arguments) {
    if (values.isEmpty()) {
      return arguments;
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>(arguments);
    values.forEach(
        (name, supplier) -> {
          Object value = supplier.get();
          if (value == null) {
            throw new IllegalStateException(
                "there is no value for the fixed argument \"" + name + "\"");
          }
          all.put(name, value);
        });
    return Collections.unmodifiableMap(all);
  }

  /**
   * Removes these arguments from the schema for the model; returns the same instance if the schema
   * does not mention them. Follows at most a hundred references within the schema; ignores external
   * references, {@code $anchor} and {@code $dynamicRef}. Name patterns, member counts and
   * descriptions stay unchanged.
   */
  public Map<String, @Nullable Object> hiddenFrom(Map<String, @Nullable Object> schema) {
    return values.isEmpty() ? schema : SchemaPruner.prune(schema, names());
  }

  private Map<String, @Nullable Object> without(Map<String, @Nullable Object> members) {
    Map<String, @Nullable Object> remaining = new LinkedHashMap<>(members);
    remaining.keySet().removeAll(names());
    return Collections.unmodifiableMap(remaining);
  }

  /** Compares constants by value and suppliers by identity. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FixedArguments that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Names only, since values may be secrets. */
  @Override
  public String toString() {
    return names().toString();
  }
}
