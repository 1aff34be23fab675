package io.mcpbridge.arguments;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tool arguments that the application supplies instead of the model: a tenant, a region, a limit.
 * The model does not see them in the schema, values that it writes for them are dropped, and it
 * gets no errors about them. {@linkplain #withHidden Hidden} ones have no value: they are never
 * sent. Immutable.
 */
public final class FixedArguments {

  private static final FixedArguments NONE = new FixedArguments(Map.of(), Set.of());

  private final Map<String, Supplier<?>> values;
  private final Set<String> hidden;
  private final Set<String> names;

  /** A constant supplier; equal to another one with an equal value. */
  private record Constant(Object value) implements Supplier<Object> {

    @Override
    public Object get() {
      return value;
    }
  }

  private FixedArguments(Map<String, Supplier<?>> values, Set<String> hidden) {
    this.values = values;
    this.hidden = hidden;
    Set<String> all = new LinkedHashSet<>(values.keySet());
    all.addAll(hidden);
    this.names = Collections.unmodifiableSet(all);
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
    return new FixedArguments(Collections.unmodifiableMap(extended), hidden);
  }

  /**
   * A copy with arguments that the model does not see and that are not sent, unless they have a
   * value. The tool must not require them.
   */
  public FixedArguments withHidden(Collection<String> hiddenNames) {
    Set<String> extended = new LinkedHashSet<>(hidden);
    extended.addAll(hiddenNames);
    return new FixedArguments(values, Collections.unmodifiableSet(extended));
  }

  /**
   * Those that apply to a tool: without hidden ones that it requires, which the model has to write.
   *
   * @param schema the tool's input schema
   * @param areForTool whether they are meant for this very tool; otherwise those without a place in
   *     the schema do not apply either
   */
  public FixedArguments applicableTo(Map<String, @Nullable Object> schema, boolean areForTool) {
    if (names.isEmpty() || areForTool && hidden.isEmpty()) {
      return this;
    }
    Map<String, Supplier<?>> applicable = new LinkedHashMap<>(values);
    if (!areForTool) {
      applicable
          .keySet()
          .removeIf(name -> SchemaPruner.prune(schema, Set.of(name), Set.of()) == schema);
    }
    Set<String> notRequired = new LinkedHashSet<>(hidden);
    notRequired.removeAll(requiredHidden(schema));
    return new FixedArguments(
        Collections.unmodifiableMap(applicable), Collections.unmodifiableSet(notRequired));
  }

  /** The hidden arguments that a schema requires and that have no value. */
  public List<String> requiredHidden(Map<String, @Nullable Object> schema) {
    return schema.get("required") instanceof List<?> required
        ? hidden.stream()
            .filter(name -> required.contains(name) && !values.containsKey(name))
            .toList()
        : List.of();
  }

  /** The names of the fixed and hidden arguments. */
  public Set<String> names() {
    return names;
  }

  /** Removes fixed and hidden arguments from those that the model wrote. */
  public Map<String, @Nullable Object> droppedFrom(Map<String, @Nullable Object> arguments) {
    return names.isEmpty() ? arguments : without(arguments);
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
    if (names.isEmpty()) {
      return schema;
    }
    Set<String> absent = new LinkedHashSet<>(hidden);
    absent.removeAll(values.keySet());
    return SchemaPruner.prune(schema, names, absent);
  }

  private Map<String, @Nullable Object> without(Map<String, @Nullable Object> members) {
    Map<String, @Nullable Object> remaining = new LinkedHashMap<>(members);
    remaining.keySet().removeAll(names());
    return Collections.unmodifiableMap(remaining);
  }

  /** Compares constants by value and suppliers by identity. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FixedArguments that
        && values.equals(that.values)
        && hidden.equals(that.hidden);
  }

  @Override
  public int hashCode() {
    return 31 * values.hashCode() + hidden.hashCode();
  }

  /** Names only, since values may be secrets. */
  @Override
  public String toString() {
    return names().toString();
  }
}
