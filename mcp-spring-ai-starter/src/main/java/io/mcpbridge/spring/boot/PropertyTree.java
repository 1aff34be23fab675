package io.mcpbridge.spring.boot;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The known names below a property name: the components of the record bound to it, recursively.
 * Names are compared as Spring's relaxed binding does, without dashes and case. Not for native
 * images, where reading record components fails.
 */
final class PropertyTree {

  /** Accepts any name. */
  static final PropertyTree ANYTHING = new PropertyTree(Map.of(), null);

  /** A map with arbitrary keys. */
  private static final PropertyTree KEYS = new PropertyTree(Map.of(), null);

  private static final PropertyTree NOTHING = new PropertyTree(Map.of(), null);
  private static final PropertyTree INDEXES = new PropertyTree(Map.of(), null);

  /** Known names by their {@link #uniform} form. */
  private final Map<String, Name> named;

  private final @Nullable PropertyTree each;

  /** A name, and the names below it. */
  record Name(String name, PropertyTree below) {}

  /**
   * @param each the names below each key that the developer chooses
   */
  private PropertyTree(Map<String, Name> named, @Nullable PropertyTree each) {
    this.named = named;
    this.each = each;
  }

  /** The names of a type. */
  static PropertyTree of(Type type) {
    if (type instanceof ParameterizedType generic) {
      if (generic.getRawType() == Map.class) {
        boolean areRecords =
            generic.getActualTypeArguments()[1] instanceof Class<?> value && value.isRecord();
        return areRecords
            ? new PropertyTree(Map.of(), of(generic.getActualTypeArguments()[1]))
            : KEYS;
      }
      boolean isList =
          generic.getRawType() instanceof Class<?> raw && Collection.class.isAssignableFrom(raw);
      return isList ? INDEXES : ANYTHING;
    }
    if (type instanceof Class<?> record && record.isRecord()) {
      Map<String, Name> named = new LinkedHashMap<>();
      for (RecordComponent component : record.getRecordComponents()) {
        String name = component.getName();
        named.put(uniform(name), new Name(name, of(component.getGenericType())));
      }
      return new PropertyTree(named, null);
    }
    return NOTHING;
  }

  /** A copy with more names below it. */
  PropertyTree with(String name, PropertyTree below) {
    Map<String, Name> more = new LinkedHashMap<>(named);
    more.put(uniform(name), new Name(name, below));
    return new PropertyTree(more, null);
  }

  private static String dashed(String component) {
    return component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** The form in which names are compared. */
  static String uniform(String name) {
    StringBuilder compared = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      if (Character.isLetterOrDigit(name.charAt(i))) {
        compared.append(Character.toLowerCase(name.charAt(i)));
      }
    }
    return compared.toString();
  }

  /**
   * Whether something is bound to a name.
   *
   * @param elements elements of the name in {@link #uniform} form
   */
  boolean knows(List<String> elements) {
    if (this == ANYTHING || this == KEYS || elements.isEmpty()) {
      return true;
    }
    if (this == INDEXES) {
      return elements.stream().allMatch(PropertyTree::isNumber);
    }
    PropertyTree below = child(elements.get(0));
    return below != null && below.knows(rest(elements, 1));
  }

  /** Whether a name has a value, rather than names below it. */
  boolean hasValue(List<String> elements) {
    if (elements.isEmpty()) {
      return this == NOTHING || this == INDEXES || this == ANYTHING;
    }
    PropertyTree below = child(elements.get(0));
    return below == null ? knows(elements) : below.hasValue(rest(elements, 1));
  }

  /**
   * Whether something is bound to an environment variable, in which an underscore may also be a
   * dash.
   */
  boolean knowsVariable(List<String> elements) {
    if (this == ANYTHING || this == KEYS || this == INDEXES || elements.isEmpty()) {
      return true;
    }
    return IntStream.rangeClosed(1, elements.size())
        .anyMatch(
            length -> {
              PropertyTree below = child(String.join("", elements.subList(0, length)));
              return below != null && below.knowsVariable(rest(elements, length));
            });
  }

  /** The names below an element in {@link #uniform} form; {@code null} if it is unknown. */
  @Nullable PropertyTree child(String element) {
    Name child = named.get(element);
    return child == null ? each : child.below;
  }

  /** All names below this one, except keys of the developer, in kebab case with dots. */
  void forEachName(Consumer<Name> consumer) {
    forEachName("", consumer);
  }

  private void forEachName(String prefix, Consumer<Name> consumer) {
    for (Name name : named.values()) {
      String dotted = prefix + dashed(name.name);
      consumer.accept(new Name(dotted, name.below));
      name.below.forEachName(dotted + ".", consumer);
    }
  }

  private static boolean isNumber(String element) {
    return element.chars().allMatch(Character::isDigit);
  }

  static List<String> rest(List<String> elements, int from) {
    return elements.subList(from, elements.size());
  }
}
