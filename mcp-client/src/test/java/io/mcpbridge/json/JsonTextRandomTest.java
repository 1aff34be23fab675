package io.mcpbridge.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever the text looks like, editing it has the intended effect. */
class JsonTextRandomTest {

  private static final List<String> BLANKS =
      List.of("", "", " ", "\n", "\n  ", "\r\n\t", " /* c, */ ", " // c \"}\n", "\n    // c,\n  ");

  private final Random random = new Random(7);

  @Test
  void randomEditsYieldExpectedValue() {
    for (int i = 0; i < 3000; i++) {
      Map<String, Object> value = object(3);
      JsonText json = JsonText.parse(text(value, true));
      assertThat(json.value()).isEqualTo(value);

      List<String> path = path(value);
      Object newValue = random.nextBoolean() ? value(2) : "fresh";
      JsonText with = json.with(path, newValue);
      set(value, path, newValue);
      assertThat(with.value())
          .as("%s with %s: %s", json.text(), path, with.text())
          .isEqualTo(value);

      path = path(value);
      JsonText without = with.without(path);
      remove(value, path);
      assertThat(without.value())
          .as("%s without %s: %s", with.text(), path, without.text())
          .isEqualTo(value);
      assertThat(JsonText.parse(without.text()).value()).isEqualTo(value);
    }
  }

  private String text(Object value, boolean root) {
    StringBuilder text = new StringBuilder();
    if (value instanceof Map<?, ?> map) {
      text.append(blank()).append('{').append(blank());
      int remaining = map.size();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        text.append(blank()).append(Json.write(member.getKey())).append(blank()).append(':');
        text.append(blank()).append(text(member.getValue(), false)).append(blank());
        text.append(--remaining > 0 || random.nextInt(4) == 0 ? "," : "").append(blank());
      }
      text.append('}').append(root ? blank() : "");
    } else {
      text.append(Json.write(value));
    }
    return text.toString();
  }

  private String blank() {
    return BLANKS.get(random.nextInt(BLANKS.size()));
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      object.put("m" + random.nextInt(4), value(depth - 1));
    }
    return object;
  }

  private Object value(int depth) {
    return switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0 -> random.nextInt(100);
      case 1 -> "a \"text\", with // and {";
      case 2 -> random.nextBoolean();
      case 3 -> List.of("x", 1, Map.of("k", "v"));
      default -> object(depth);
    };
  }

  /** Of a member that exists or could exist. */
  private List<String> path(Object value) {
    List<String> path = new ArrayList<>();
    Object at = value;
    do {
      String name = "m" + random.nextInt(5);
      path.add(name);
      at = ((Map<?, ?>) at).get(name);
    } while (at instanceof Map && random.nextBoolean());
    return path;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> parent(Map<String, Object> value, List<String> path) {
    Map<String, Object> at = value;
    for (String name : path.subList(0, path.size() - 1)) {
      at = (Map<String, Object>) at.get(name);
    }
    return at;
  }

  private static void set(Map<String, Object> value, List<String> path, Object newValue) {
    parent(value, path).put(path.get(path.size() - 1), newValue);
  }

  private static void remove(Map<String, Object> value, List<String> path) {
    parent(value, path).remove(path.get(path.size() - 1));
  }
}
