package io.mcpbridge.verification.fuzz;

import io.mcpbridge.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Mutates valid messages: a JSON value within its structure, or arbitrary bytes. */
final class Mutation {

  private static final byte[] NASTY = {
    0, '\n', '\r', '"', '\\', '{', '}', '[', ',', ':', (byte) 0xFF
  };

  private final Chance chance;

  Mutation(Chance chance) {
    this.chance = chance;
  }

  /** Raw text, which may or may not be valid JSON. */
  private record Raw(String text) {}

  /** A duplicate member. */
  private record Twice(@Nullable Object first, @Nullable Object second) {}

  /** A location in the tree. */
  private record Slot(Object container, Object key) {

    @SuppressWarnings("unchecked")
    @Nullable Object get() {
      return container instanceof Map
          ? ((Map<String, Object>) container).get(key)
          : ((List<Object>) container).get((Integer) key);
    }

    @SuppressWarnings("unchecked")
    void set(@Nullable Object value) {
      if (container instanceof Map) {
        ((Map<String, @Nullable Object>) container).put((String) key, value);
      } else {
        ((List<@Nullable Object>) container).set((Integer) key, value);
      }
    }

    void remove() {
      if (container instanceof Map<?, ?> map) {
        map.remove(key);
      } else {
        ((List<?>) container).remove((int) (Integer) key);
      }
    }
  }

  /** The value with one to three mutations. */
  byte[] structure(Map<String, ?> right) {
    Object tree = copy(right);
    for (int changes = 1 + chance.below(3); changes > 0; changes--) {
      List<Slot> slots = new ArrayList<>();
      collect(tree, slots);
      if (!slots.isEmpty()) {
        change(chance.of(slots), slots);
      }
    }
    return written(tree);
  }

  private static byte[] written(@Nullable Object tree) {
    StringBuilder text = new StringBuilder();
    write(tree, text);
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The value with one number at the edge of some type; any mutation if it has no number. */
  byte[] number(Map<String, ?> right) {
    Object tree = copy(right);
    List<Slot> slots = new ArrayList<>();
    collect(tree, slots);
    // The id of the message itself correlates the response, and is left to the other mutations.
    slots.removeIf(slot -> slot.container() == tree || !(slot.get() instanceof Number));
    if (slots.isEmpty()) {
      return structure(right);
    }
    chance.of(slots).set(new Raw(Oddities.number(chance)));
    return written(tree);
  }

  private void change(Slot slot, List<Slot> slots) {
    switch (chance.below(12)) {
      case 0, 1 -> slot.remove();
      case 2 -> slot.set(new Twice(slot.get(), chance.percent(50) ? slot.get() : odd()));
      case 3 -> slot.set(copy(chance.of(slots).get()));
      case 4 -> slot.set(listOf(slot.get()));
      case 5 -> add(slot.container());
      default -> slot.set(odd());
    }
  }

  @SuppressWarnings("unchecked")
  private void add(Object container) {
    if (container instanceof Map) {
      ((Map<String, Object>) container).put("odd" + chance.below(100), odd());
    } else {
      ((List<Object>) container).add(odd());
    }
  }

  private Raw odd() {
    return new Raw(Oddities.any(chance));
  }

  private static List<@Nullable Object> listOf(@Nullable Object element) {
    List<@Nullable Object> list = new ArrayList<>();
    list.add(element);
    return list;
  }

  private static void collect(@Nullable Object value, List<Slot> slots) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (name, member) -> {
            slots.add(new Slot(map, name));
            collect(member, slots);
          });
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        slots.add(new Slot(list, i));
        collect(list.get(i), slots);
      }
    }
  }

  private static @Nullable Object copy(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      map.forEach((name, member) -> copy.put(String.valueOf(name), copy(member)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(copy(element)));
      return copy;
    }
    return value;
  }

  private static void write(@Nullable Object value, StringBuilder to) {
    if (value instanceof Map<?, ?> map) {
      to.append('{');
      map.forEach((name, member) -> writeMember(Json.write(name), member, to));
      to.append('}');
    } else if (value instanceof List<?> list) {
      to.append('[');
      for (Object element : list) {
        separate(to);
        write(element, to);
      }
      to.append(']');
    } else if (value instanceof Raw raw) {
      to.append(raw.text());
    } else if (value instanceof Twice twice) { // list elements have no name to repeat
      write(twice.second(), to);
    } else {
      to.append(Json.write(value));
    }
  }

  private static void writeMember(String name, @Nullable Object value, StringBuilder to) {
    if (value instanceof Twice twice) {
      writeMember(name, twice.first(), to);
      writeMember(name, twice.second(), to);
      return;
    }
    separate(to);
    to.append(name).append(':');
    write(value, to);
  }

  private static void separate(StringBuilder to) {
    char last = to.charAt(to.length() - 1);
    if (last != '{' && last != '[') {
      to.append(',');
    }
  }

  /** The bytes with one to four mutations. */
  byte[] bytes(byte[] right) {
    byte[] bytes = right;
    for (int changes = 1 + chance.below(4); changes > 0; changes--) {
      bytes = oneChange(bytes);
    }
    return bytes;
  }

  private byte[] oneChange(byte[] bytes) {
    if (bytes.length == 0) {
      return bytes;
    }
    int at = chance.below(bytes.length);
    int length = Math.min(bytes.length - at, 1 + chance.below(1 + chance.below(64)));
    byte[] inserted = new byte[length];
    return switch (chance.below(7)) {
      case 0 -> spliced(bytes, at, length, new byte[0]);
      case 1 -> spliced(bytes, at, 0, slice(bytes, at, length));
      case 2 -> spliced(bytes, at, bytes.length - at, new byte[0]);
      case 3 -> {
        chance.fill(inserted);
        yield spliced(bytes, at, chance.percent(50) ? length : 0, inserted);
      }
      case 4 -> spliced(bytes, at, 1, new byte[] {(byte) (bytes[at] ^ (1 << chance.below(8)))});
      default -> spliced(bytes, at, 1, new byte[] {NASTY[chance.below(NASTY.length)]});
    };
  }

  private static byte[] slice(byte[] bytes, int at, int length) {
    byte[] slice = new byte[length];
    System.arraycopy(bytes, at, slice, 0, length);
    return slice;
  }

  private static byte[] spliced(byte[] bytes, int at, int removed, byte[] inserted) {
    ByteArrayOutputStream spliced = new ByteArrayOutputStream(bytes.length + inserted.length);
    spliced.write(bytes, 0, at);
    spliced.writeBytes(inserted);
    spliced.write(bytes, at + removed, bytes.length - at - removed);
    return spliced.toByteArray();
  }
}
