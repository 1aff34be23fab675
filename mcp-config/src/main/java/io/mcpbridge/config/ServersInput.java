package io.mcpbridge.config;

import io.mcpbridge.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An input that a file asks the user for ({@code inputs} in VS Code's format).
 *
 * @param id the name in {@code ${input:id}}
 * @param type {@code promptString}, {@code pickString} or {@code command}
 * @param description the prompt
 * @param defaultValue the suggested value
 * @param options the values to choose from
 * @param password whether the answer must not be displayed
 */
public record ServersInput(
    String id,
    String type,
    @Nullable String description,
    @Nullable String defaultValue,
    List<String> options,
    boolean password) {

  /** Copies the options. */
  public ServersInput {
    options = List.copyOf(options);
  }

  static @Nullable ServersInput of(@Nullable JsonObject json) {
    String id = json == null ? null : json.string("id");
    return json == null || id == null
        ? null
        : new ServersInput(
            id,
            json.string("type", "promptString"),
            json.string("description"),
            json.string("default"),
            json.strings("options"),
            Boolean.TRUE.equals(json.bool("password")));
  }

  /** Leaves out the default, which may be a secret. */
  @Override
  public String toString() {
    return "ServersInput[" + id + "]";
  }
}
