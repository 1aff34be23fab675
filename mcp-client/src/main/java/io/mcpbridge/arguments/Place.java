package io.mcpbridge.arguments;

import java.util.LinkedList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A location in the arguments. */
record Place(@Nullable Place within, Object step) {

  /** The arguments object itself. */
  static final Place TOP = new Place(null, "");

  /** The location of a member, by name, or of an element, by index. */
  Place at(Object name) {
    return new Place(this, name);
  }

  Problem problem(String words) {
    List<Object> path = new LinkedList<>();
    for (Place place = this; place.within != null; place = place.within) {
      path.add(0, place.step);
    }
    return new Problem(path, words);
  }
}
