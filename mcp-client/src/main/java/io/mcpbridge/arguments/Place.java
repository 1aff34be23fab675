package io.mcpbridge.arguments;

import java.util.LinkedList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where in the arguments something stands. */
record Place(@Nullable Place within, Object step) {

  /** The arguments themselves. */
  static final Place TOP = new Place(null, "");

  /** A member, by its name, or an element, by its position. */
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
