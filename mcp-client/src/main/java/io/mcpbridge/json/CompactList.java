package io.mcpbridge.json;

import java.util.AbstractList;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** The elements of a JSON array, unmodifiable, in half of the heap that the JDK's lists need. */
final class CompactList extends AbstractList<@Nullable Object> implements RandomAccess {

  private final @Nullable Object[] elements;

  CompactList(@Nullable Object[] elements) {
    this.elements = elements;
  }

  @Override
  public @Nullable Object get(int index) {
    return elements[index];
  }

  @Override
  public int size() {
    return elements.length;
  }

  @Override
  public @Nullable Object[] toArray() {
    return elements.clone();
  }
}
