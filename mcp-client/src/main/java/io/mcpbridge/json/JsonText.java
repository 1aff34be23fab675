package io.mcpbridge.json;

import io.mcpbridge.internal.text.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as people write and keep it, for files of settings: comments and trailing commas are allowed
 * (as in the files of VS Code), values know where they stand, and a change leaves all other text as
 * it is. A byte order mark stays and is no part of what is read. Immutable.
 *
 * <p>A path is the names of members from the root down; what is within an array has none.
 */
public final class JsonText {

  private final String text;
  private final @Nullable Object value;
  private final Map<List<String>, JsonPlace> places;
  private final List<List<String>> doubles;

  JsonText(
      String text,
      @Nullable Object value,
      Map<List<String>, JsonPlace> places,
      List<List<String>> doubles) {
    this.text = text;
    this.value = value;
    this.places = places;
    this.doubles = doubles;
  }

  /**
   * Reads a text. Of members that have the same name the last one counts, as in the editors.
   *
   * @throws JsonException if it is not one JSON value; says in which line
   */
  public static JsonText parse(String text) {
    return JsonTextReader.read(text);
  }

  /** The whole text. */
  public String text() {
    return text;
  }

  /** What it says, as plain values. */
  public @Nullable Object value() {
    return value;
  }

  /**
   * The line, from 1 on, that a member begins in; that of its nearest parent if it is not there.
   */
  public int line(List<String> path) {
    JsonPlace place = places.get(path);
    return place != null ? place.line() : path.isEmpty() ? 1 : line(path.subList(0, last(path)));
  }

  /** The paths that are there more than once. */
  public List<List<String>> doubles() {
    return doubles;
  }

  /**
   * With one member set: in its place if it is there, else as the last one of its parent, which is
   * made if need be.
   *
   * @throws JsonException if the parent is not an object, or something on the way is there twice
   */
  public JsonText with(List<String> path, @Nullable Object newValue) {
    refuseDoubles(path);
    List<String> parent = path.subList(0, last(path));
    if (!places.containsKey(parent)) {
      return with(parent, Map.of()).with(path, newValue);
    }
    JsonObject.of(valueAt(parent)); // refuses anything else
    return parse(new JsonTextEdit(this).set(path, newValue));
  }

  /**
   * Without one member; the same if it is not there.
   *
   * @throws JsonException if it, or something on the way, is there twice
   */
  public JsonText without(List<String> path) {
    refuseDoubles(path);
    return places.containsKey(path) ? parse(new JsonTextEdit(this).remove(path)) : this;
  }

  private void refuseDoubles(List<String> path) {
    for (List<String> twice : doubles) {
      if (path.size() >= twice.size() && path.subList(0, twice.size()).equals(twice)) {
        throw new JsonException(
            "the member \""
                + DisplayText.line(twice.get(last(twice)), 60)
                + "\" is there twice; remove one of them");
      }
    }
  }

  @Nullable JsonPlace place(List<String> path) {
    return places.get(path);
  }

  @Nullable Object valueAt(List<String> path) {
    Object at = value;
    for (String name : path) {
      at = JsonObject.of(at).get(name);
    }
    return at;
  }

  /** The paths of the members of one object, in the order of the text. */
  List<List<String>> members(List<String> parent) {
    List<List<String>> members = new ArrayList<>();
    for (String name : JsonObject.of(valueAt(parent)).toMap().keySet()) {
      members.add(JsonTextReader.child(parent, name));
    }
    return members;
  }

  private static int last(List<String> path) {
    return path.size() - 1;
  }

  /** Not the text, which may hold secrets. */
  @Override
  public String toString() {
    return "JsonText[" + text.length() + " characters]";
  }
}
