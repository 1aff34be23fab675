package io.mcpbridge.revision;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What could be read of an array that a result consists of. An entry that could not is left out and
 * told of; the others stay.
 *
 * @param read in the server's order
 * @param omitted a sentence for each that was left out
 */
record Entries<T>(List<T> read, List<String> omitted) {

  /** Reads one entry. */
  @FunctionalInterface
  interface Reader<T> {

    /**
     * The entry, or {@code null} after having told why there is none.
     *
     * @param leftOut takes a sentence
     */
    @Nullable T read(JsonObject json, Consumer<String> leftOut);
  }

  /**
   * Reads a member of a result.
   *
   * @param method what is answered, for messages
   * @param noun what one entry is called
   * @throws McpProtocolException if the result has no such array: taking that for an empty one
   *     would make things disappear silently
   */
  static <T> Entries<T> of(
      JsonObject result, String method, String member, String noun, Reader<T> reader) {
    if (!(result.get(member) instanceof List)) {
      throw new McpProtocolException(
          "the result of " + method + " has no array \"" + member + "\"");
    }
    List<T> read = new ArrayList<>();
    List<String> omitted = new ArrayList<>();
    for (Object value : result.list(member)) {
      JsonObject json = JsonObject.orNull(value);
      T entry = null;
      if (json == null) {
        omitted.add("a " + noun + " was left out: it is " + JsonObject.kind(value));
      } else {
        entry = reader.read(json, omitted::add);
      }
      if (entry != null) {
        read.add(entry);
      }
    }
    return new Entries<>(read, omitted);
  }
}
