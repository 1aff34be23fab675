package io.mcpbridge.config;

import io.mcpbridge.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that a file leaves to be asked for ({@code inputs} in the files of VS Code).
 *
 * @param id what {@code ${input:id}} names
 * @param type {@code promptString}, {@code pickString} or {@code command}
 * @param description what to ask
 * @param defaultValue what to offer
 * @param options what there is to pick from
 * @param password whether the answer is not to be shown
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

  /** Without the default, which may be a secret. */
  @Override
  public String toString() {
    return "ServersInput[" + id + "]";
  }
}
