package io.mcpbridge.langchain4j.schema;

import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the words go that tell what of the root cannot be sent as a schema: limits to the end of
 * the tool's description, which every provider is sent; what only names the schema to the end of
 * the schema's own, if that is sent.
 */
enum Telling {

  /** LangChain4j's adapter sends the description of the root. */
  ALSO_IN_THE_SCHEMA {
    @Override
    AdaptedSchema tell(InputSchema parts, String description, boolean strict, Losses losses) {
      String limits = limits(parts);
      String names = names(parts);
      return hasRoom(description, limits)
          ? adapted(parts, description + limits, names, strict, losses)
          : adapted(parts, description, limits + names, strict, losses);
    }
  },

  /** The description of the root stays behind. */
  IN_THE_TOOLS_DESCRIPTION {
    @Override
    AdaptedSchema tell(InputSchema parts, String description, boolean strict, Losses losses) {
      String root = parts.sent().description();
      String told = root == null || root.isBlank() ? "" : "\n\nThe arguments: " + root;
      return adapted(parts, description + told + limits(parts) + names(parts), "", strict, losses);
    }
  };

  /** OpenAI refuses a whole request when the description of one tool is longer than this. */
  private static final int LONGEST_DESCRIPTION = 1024;

  /** Say something about the schema and nothing about the arguments. */
  private static final Set<String> NAMING =
      Set.of("$anchor", "$comment", "$id", "$schema", "$vocabulary", "id", "title");

  abstract AdaptedSchema tell(InputSchema parts, String description, boolean strict, Losses losses);

  private static String limits(InputSchema parts) {
    Map<String, @Nullable Object> limits = new LinkedHashMap<>(parts.unsent());
    limits.keySet().removeAll(NAMING);
    return Words.ending("The arguments must also match this JSON Schema: ", limits);
  }

  private static String names(InputSchema parts) {
    Map<String, @Nullable Object> names = new LinkedHashMap<>(parts.unsent());
    names.keySet().retainAll(NAMING);
    return Words.ending("This schema also says: ", names);
  }

  /** One that is too long by itself is no shorter without the rest. */
  private static boolean hasRoom(String description, String more) {
    return description.length() + more.length() <= LONGEST_DESCRIPTION
        || description.length() > LONGEST_DESCRIPTION;
  }

  private static AdaptedSchema adapted(
      InputSchema parts, String description, String aside, boolean strict, Losses losses) {
    JsonObjectSchema sent = parts.sent();
    String root = sent.description();
    JsonObjectSchema parameters =
        aside.isEmpty()
            ? sent
            : sent.toBuilder().description(root == null ? aside.strip() : root + aside).build();
    return new AdaptedSchema(description, parameters, strict, losses.all());
  }
}
