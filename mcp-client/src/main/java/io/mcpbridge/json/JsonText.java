package io.mcpbridge.json;

import io.mcpbridge.internal.text.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Editable JSON with comments and trailing commas, for configuration files such as VS Code's.
 * Values know their positions, and a change leaves all other text as it is. A byte order mark is
 * preserved. Immutable.
 *
 * <p>A path consists of member names from the root; values inside arrays have no path.
 */
public final class JsonText {

  private final String text;
  private final @Nullable Object value;
  private final Map<List<String>, JsonPosition> places;
  private final List<List<String>> doubles;

  JsonText(
      String text,
      @Nullable Object value,
      Map<List<String>, JsonPosition> places,
      List<List<String>> doubles) {
    this.text = text;
    this.value = value;
    this.places = places;
    this.doubles = doubles;
  }

  /**
   * Parses a text. Of duplicate members the last one counts, as in editors.
   *
   * @throws JsonException if it is not exactly one JSON value; the message names the line
   */
  public static JsonText parse(String text) {
    return JsonTextReader.read(text);
  }

  /** The whole text. */
  public String text() {
    return text;
  }

  /** The parsed content as plain values. */
  public @Nullable Object value() {
    return value;
  }

  /**
   * The 1-based line in which a member starts; that of its nearest existing parent if it is absent.
   */
  public int line(List<String> path) {
    JsonPosition place = places.get(path);
    return place != null ? place.line() : path.isEmpty() ? 1 : line(path.subList(0, last(path)));
  }

  /** The paths of duplicate members. */
  public List<List<String>> doubles() {
    return doubles;
  }

  /**
   * Sets one member: replaces an existing one, or appends it to its parent, which is created if
   * necessary.
   *
   * @throws JsonException if the parent is not an object, or a member on the path is duplicate
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
   * Removes one member; returns the same text if it is absent.
   *
   * @throws JsonException if a member on the path is duplicate
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
                + "\" is a duplicate; remove one of them");
      }
    }
  }

  @Nullable JsonPosition place(List<String> path) {
    return places.get(path);
  }

  @Nullable Object valueAt(List<String> path) {
    Object at = value;
    for (String name : path) {
      at = JsonObject.of(at).get(name);
    }
    return at;
  }

  /** The paths of an object's members, in text order. */
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

  /** Leaves out the text, which may contain secrets. */
  @Override
  public String toString() {
    return "JsonText[" + text.length() + " characters]";
  }
}
