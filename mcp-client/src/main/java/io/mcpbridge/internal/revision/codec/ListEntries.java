package io.mcpbridge.internal.revision.codec;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.text.UnusableJson;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries parsed from an array of a result. Unreadable entries are skipped and reported.
 *
 * @param read in the server's order
 * @param omitted one sentence per skipped entry
 */
record ListEntries<T>(List<T> read, List<String> omitted) {

  /** Parses one entry. */
  @FunctionalInterface
  interface Reader<T> {

    /**
     * Returns the entry, or {@code null} after reporting why it is skipped.
     *
     * @param onOmitted receives the report, one sentence
     */
    @Nullable T read(JsonObject json, Consumer<String> onOmitted);
  }

  /**
   * Parses a member of a result.
   *
   * @param method the request's method, for messages
   * @param noun the name of one entry, for messages
   * @throws McpProtocolException if the array is missing: treating it as empty would silently drop
   *     everything
   */
  static <T> ListEntries<T> of(
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
      UnusableJson unusable = UnusableJson.firstIn(value);
      if (unusable != null) {
        String name = json == null ? null : json.string("name");
        omitted.add(
            (name == null ? "a " + noun : "the " + noun + " \"" + name + "\"")
                + " was left out: "
                + unusable.reason());
      } else if (json == null) {
        omitted.add("a " + noun + " was left out: it is " + JsonObject.kind(value));
      } else {
        entry = reader.read(json, omitted::add);
      }
      if (entry != null) {
        read.add(entry);
      }
    }
    return new ListEntries<>(read, omitted);
  }
}
