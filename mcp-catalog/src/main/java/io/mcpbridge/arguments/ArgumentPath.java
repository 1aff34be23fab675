package io.mcpbridge.arguments;

import java.util.LinkedList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A location in the arguments. */
record ArgumentPath(@Nullable ArgumentPath parent, Object step) {

  /** The arguments object itself. */
  static final ArgumentPath TOP = new ArgumentPath(null, "");

  /** The location of a member, by name, or of an element, by index. */
  ArgumentPath child(Object step) {
    return new ArgumentPath(this, step);
  }

  SchemaViolation problem(String words) {
    List<Object> path = new LinkedList<>();
    for (ArgumentPath argumentPath = this;
        argumentPath.parent != null;
        argumentPath = argumentPath.parent) {
      path.add(0, argumentPath.step);
    }
    return new SchemaViolation(path, words);
  }
}
