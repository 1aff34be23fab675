package io.mcpbridge.arguments;

import java.util.LinkedList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A location in the arguments. */
record ArgumentPath(@Nullable ArgumentPath within, Object step) {

  /** The arguments object itself. */
  static final ArgumentPath TOP = new ArgumentPath(null, "");

  /** The location of a member, by name, or of an element, by index. */
  ArgumentPath at(Object name) {
    return new ArgumentPath(this, name);
  }

  SchemaViolation problem(String words) {
    List<Object> path = new LinkedList<>();
    for (ArgumentPath argumentPath = this;
        argumentPath.within != null;
        argumentPath = argumentPath.within) {
      path.add(0, argumentPath.step);
    }
    return new SchemaViolation(path, words);
  }
}
