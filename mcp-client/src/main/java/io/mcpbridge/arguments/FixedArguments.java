package io.mcpbridge.arguments;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a tool that this application gives and the model does not: a tenant, a region, a
 * limit. The model is not shown them, what it writes under such a name is dropped, and what is
 * wrong with such a value is not told to it. Immutable.
 */
public final class FixedArguments {

  private static final FixedArguments NONE = new FixedArguments(Map.of());

  private final Map<String, Supplier<?>> values;

  /** The same value each time; equal to another one of an equal value. */
  private record Constant(Object value) implements Supplier<Object> {

    @Override
    public Object get() {
      return value;
    }
  }

  private FixedArguments(Map<String, Supplier<?>> values) {
    this.values = values;
  }

  /** The model gives all arguments. */
  public static FixedArguments none() {
    return NONE;
  }

  /**
   * These, and one more with the same value in each call.
   *
   * @param value a plain Java value (Map, List, String, Number, Boolean)
   */
  public FixedArguments with(String name, Object value) {
    return with(name, new Constant(value));
  }

  /**
   * These, and one more whose value is asked for by each call, on the thread that makes it.
   *
   * @param value gives a plain Java value (Map, List, String, Number, Boolean); if it throws or
   *     gives {@code null}, the call is not made
   */
  public FixedArguments with(String name, Supplier<?> value) {
    Map<String, Supplier<?>> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new FixedArguments(Collections.unmodifiableMap(more));
  }

  /** What is given here. */
  public Set<String> names() {
    return values.keySet();
  }

  /** What the model wrote, without what it is not asked for. */
  public Map<String, @Nullable Object> droppedFrom(Map<String, @Nullable Object> arguments) {
    return values.isEmpty() ? arguments : without(arguments);
  }

  /**
   * The arguments with the fixed ones.
   *
   * @throws IllegalStateException if there is no value for one of them
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
   * The schema that the model is to see: without these arguments, wherever it speaks of them, and
   * the very same if it does not. References within the schema are followed, a hundred at most;
   * those to elsewhere are not, nor are {@code $anchor} and {@code $dynamicRef}. Patterns of names,
   * numbers of members and descriptions stay as they are.
   */
  public Map<String, @Nullable Object> hiddenFrom(Map<String, @Nullable Object> schema) {
    return values.isEmpty() ? schema : HiddenArguments.from(schema, names());
  }

  private Map<String, @Nullable Object> without(Map<String, @Nullable Object> members) {
    Map<String, @Nullable Object> left = new LinkedHashMap<>(members);
    left.keySet().removeAll(names());
    return Collections.unmodifiableMap(left);
  }

  /** Values are compared, suppliers only by whether they are the same. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FixedArguments that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** The names alone: values may be secrets. */
  @Override
  public String toString() {
    return names().toString();
  }
}
