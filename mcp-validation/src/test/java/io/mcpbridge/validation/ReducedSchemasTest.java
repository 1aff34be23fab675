package io.mcpbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.Json;
import io.mcpbridge.schema.AdaptedSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The reduced schemas of the recorded servers mean the same: they accept the same arguments. */
class ReducedSchemasTest {

  private static final Path SERVERS =
      Path.of("..", "verification", "benchmarks", "tool-search", "servers");
  private static final int ARGUMENTS_PER_TOOL = 40;

  private static List<Map<?, ?>> tools() throws IOException {
    List<Map<?, ?>> tools = new ArrayList<>();
    try (Stream<Path> files = Files.list(SERVERS)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
        for (Object tool : (List<?>) Json.readObject(Files.readString(file)).get("tools")) {
          tools.add((Map<?, ?>) tool);
        }
      }
    }
    return tools;
  }

  @Test
  void acceptAndRejectTheSameArguments() throws IOException {
    NetworkntValidator validator = new NetworkntValidator();
    int reducedTools = 0;
    int accepted = 0;
    int rejected = 0;
    for (Map<?, ?> tool : tools()) {
      @SuppressWarnings("unchecked")
      Map<String, @Nullable Object> listed =
          (Map<String, @Nullable Object>) tool.get("inputSchema");
      // two dialects would differ in the rare keywords that one of them lacks
      Map<String, @Nullable Object> undated = new LinkedHashMap<>(listed);
      undated.remove("$schema");
      Map<String, @Nullable Object> reduced = AdaptedSchema.reduced(listed);
      reducedTools += reduced.equals(undated) ? 0 : 1;
      Arguments arguments = new Arguments(undated, tool.get("name").hashCode());
      for (int i = 0; i < ARGUMENTS_PER_TOOL; i++) {
        Map<String, @Nullable Object> values = arguments.next();
        boolean isAccepted = validator.check(undated, values).isEmpty();
        assertThat(validator.check(reduced, values).isEmpty())
            .as("%s %s with %s", tool.get("name"), Json.write(values), Json.write(reduced))
            .isEqualTo(isAccepted);
        accepted += isAccepted ? 1 : 0;
        rejected += isAccepted ? 0 : 1;
      }
    }
    assertThat(reducedTools).isGreaterThan(20);
    assertThat(accepted).isGreaterThan(5_000);
    assertThat(rejected).isGreaterThan(5_000);
  }

  @Test
  void areNeverLonger() throws IOException {
    for (Map<?, ?> tool : tools()) {
      @SuppressWarnings("unchecked")
      Map<String, @Nullable Object> listed =
          (Map<String, @Nullable Object>) tool.get("inputSchema");
      assertThat(Json.write(AdaptedSchema.reduced(listed)))
          .hasSizeLessThanOrEqualTo(Json.write(listed).length());
    }
  }

  /** Arguments that fit a schema mostly, so that both verdicts are frequent. */
  private static final class Arguments {

    private final Map<String, @Nullable Object> document;
    private final Random random;
    private boolean isWrong;

    Arguments(Map<String, @Nullable Object> document, int seed) {
      this.document = document;
      this.random = new Random(seed);
    }

    @SuppressWarnings("unchecked")
    Map<String, @Nullable Object> next() {
      isWrong = random.nextBoolean();
      return value(document, 0) instanceof Map<?, ?> object
          ? (Map<String, @Nullable Object>) object
          : Map.of();
    }

    private @Nullable Object value(@Nullable Object schema, int depth) {
      if (!(schema instanceof Map<?, ?> keywords)) {
        return "anything";
      }
      if (isWrong && depth > 0 && random.nextInt(6) == 0) {
        return List.of(List.of(-1.5, "x", Map.of()), "", -7, Map.of("x", 1)).get(random.nextInt(4));
      }
      if (keywords.get("$ref") instanceof String reference) {
        return value(target(reference), depth + 1);
      }
      for (String choice : List.of("anyOf", "oneOf", "allOf")) {
        if (keywords.get(choice) instanceof List<?> list && !list.isEmpty()) {
          return value(list.get(random.nextInt(list.size())), depth + 1);
        }
      }
      if (keywords.get("enum") instanceof List<?> values && !values.isEmpty()) {
        return values.get(random.nextInt(values.size()));
      }
      if (keywords.containsKey("const")) {
        return keywords.get("const");
      }
      Object type =
          keywords.get("type") instanceof List<?> types ? types.get(0) : keywords.get("type");
      return switch (String.valueOf(type)) {
        case "object" -> object(keywords, depth);
        case "array" -> array(keywords, depth);
        case "integer", "number" -> number(keywords);
        case "boolean" -> random.nextBoolean();
        case "null" -> null;
        default -> "2026-01-01T00:00:00Z".substring(0, 10 + random.nextInt(2) * 10);
      };
    }

    private Map<String, @Nullable Object> object(Map<?, ?> keywords, int depth) {
      Map<String, @Nullable Object> object = new LinkedHashMap<>();
      List<?> required = keywords.get("required") instanceof List<?> names ? names : List.of();
      if (depth < 8 && keywords.get("properties") instanceof Map<?, ?> properties) {
        properties.forEach(
            (name, property) -> {
              boolean isMissing = isWrong && random.nextInt(8) == 0;
              if (required.contains(name) ? !isMissing : random.nextInt(3) == 0) {
                object.put((String) name, value(property, depth + 1));
              }
            });
      }
      if (isWrong && random.nextInt(4) == 0) {
        object.put("unknown", 1);
      }
      return object;
    }

    private List<@Nullable Object> array(Map<?, ?> keywords, int depth) {
      List<@Nullable Object> array = new ArrayList<>();
      int least = keywords.get("minItems") instanceof Number number ? number.intValue() : 0;
      for (int i = 0; depth < 8 && i < least + random.nextInt(2); i++) {
        array.add(value(keywords.get("items"), depth + 1));
      }
      return array;
    }

    private static Object number(Map<?, ?> keywords) {
      return keywords.get("minimum") instanceof Number least ? Math.max(1, least.intValue()) : 1;
    }

    private @Nullable Object target(String reference) {
      Object target = document;
      for (String step : reference.substring(Math.min(2, reference.length())).split("/")) {
        target = target instanceof Map<?, ?> object ? object.get(step) : null;
      }
      return target;
    }
  }
}
