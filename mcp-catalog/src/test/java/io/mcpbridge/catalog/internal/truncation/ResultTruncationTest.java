package io.mcpbridge.catalog.internal.truncation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.mcpbridge.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResultTruncationTest {

  @Test
  void keepsResultWithinLimit() {
    assertThat(ResultTruncation.join(List.of("{ \"a\" : 1 }", "b"), 200))
        .isEqualTo("{ \"a\" : 1 }\nb");
    assertThat(ResultTruncation.join(List.of("a".repeat(200)), 200)).hasSize(200);
  }

  @Test
  void truncatesMiddleOfText() {
    String text = "BEGINNING" + "x".repeat(10_000) + "END";

    String cut = ResultTruncation.join(List.of(text), 1_000);

    assertThat(cut).startsWith("BEGINNING").endsWith("END").hasSizeLessThanOrEqualTo(1_000);
    assertThat(cut.length()).isGreaterThan(980);
    assertThat(cut).containsPattern("\\[\\.\\.\\. \\d+ of 10012 characters left out; ask for");
    int omitted = Integer.parseInt(cut.replaceAll("(?s).*\\[\\.\\.\\. (\\d+) of.*", "$1"));
    int marker = cut.indexOf("...]\n") + 5 - cut.indexOf("\n[...");
    assertThat(omitted).isEqualTo(text.length() - (cut.length() - marker));
  }

  @Test
  void doesNotSplitSurrogatePairs() {
    for (int before = 0; before < 4; before++) {
      String text = "x".repeat(before) + "😀".repeat(2_000);
      String cut = ResultTruncation.join(List.of(text), 500);

      assertThat(new String(cut.getBytes(UTF_8), UTF_8)).isEqualTo(cut);
      String json = ResultTruncation.join(List.of(Json.write(Map.of("a", text))), 500);
      assertThat(new String(json.getBytes(UTF_8), UTF_8)).isEqualTo(json);
    }
  }

  @Test
  void keepsShortPartsAndTruncatesLongOnesEqually() {
    String joined =
        ResultTruncation.join(
            List.of("first", "q".repeat(5_000), "z".repeat(5_000), "last"), 2_000);

    assertThat(joined).startsWith("first\nqqq").endsWith("zzz\nlast");
    assertThat(joined).hasSizeBetween(1_900, 2_000);
    assertThat(joined.chars().filter(c -> c == 'q').count())
        .isCloseTo(joined.chars().filter(c -> c == 'z').count(), within(5L));
  }

  @Test
  void truncatesManyPartsAsOneText() {
    List<String> parts = IntStream.range(0, 10_000).mapToObj(i -> "part " + i).toList();

    assertThat(ResultTruncation.join(parts, 500))
        .startsWith("part 0\npart 1")
        .endsWith("part 9999")
        .hasSizeLessThanOrEqualTo(500);
  }

  @Test
  void minifiesJsonBeforeTruncating() {
    String spaced = "{\n" + " ".repeat(1_000) + "\"a\": [1, 2]}";

    assertThat(ResultTruncation.join(List.of(spaced), 200)).isEqualTo("{\"a\":[1,2]}");
  }

  @Test
  void keepsFirstElementsOfLongArrayAndCountsRest() {
    List<Object> rows = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      rows.add(Map.of("id", i, "name", "row " + i));
    }

    String cut = ResultTruncation.join(List.of(Json.write(Map.of("rows", rows))), 50_000);

    assertThat(cut.length()).isBetween(49_900, 50_000);
    List<?> remaining = (List<?>) Json.readObject(cut).get("rows");
    int last = remaining.size() - 1;
    assertThat(remaining.subList(0, last)).isEqualTo(rows.subList(0, last));
    assertThat(remaining.get(last))
        .isEqualTo("... " + (10_000 - last) + " of 10000 elements left out; ask for fewer");
  }

  @Test
  void truncatesMiddleOfLongStringAndKeepsOtherMembers() {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("title", "A page");
    page.put("text", "BEGINNING" + "x".repeat(200_000) + "END");
    page.put("tags", List.of("a", "b"));

    String cut = ResultTruncation.join(List.of(Json.write(page)), 50_000);

    Map<String, ?> members = Json.readObject(cut);
    assertThat(cut.length()).isBetween(37_000, 50_000);
    assertThat(members.get("title")).isEqualTo("A page");
    assertThat(members.get("tags")).isEqualTo(List.of("a", "b"));
    assertThat((String) members.get("text"))
        .startsWith("BEGINNING")
        .endsWith("END")
        .contains("of 200012 characters left out");
  }

  @Test
  void keepsAllRecordsWithLongTexts() {
    List<Object> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(Map.of("id", i, "body", "x".repeat(10_000)));
    }

    List<?> remaining =
        (List<?>) Json.read(ResultTruncation.join(List.of(Json.write(rows)), 50_000));

    assertThat(remaining).hasSize(20);
    assertThat(remaining).allSatisfy(row -> assertThat(((Map<?, ?>) row).get("id")).isNotNull());
  }

  @Test
  void truncatesNestingAsLastResort() {
    String deep = "{\"child\":".repeat(400) + "1" + "}".repeat(400);

    String cut = ResultTruncation.join(List.of(deep), 300);

    assertThat(cut).startsWith("{\"child\":{\"child\":").hasSizeLessThanOrEqualTo(300);
    assertThat(cut).contains("[object with 1 member left out]");
    assertThat(Json.read(cut)).isInstanceOf(Map.class);
  }

  @Test
  void minimumLimitSufficesForLongNames() {
    Map<String, Object> longNames = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      longNames.put("k".repeat(5_000) + i, i);
    }

    assertThat(
            ResultTruncation.join(List.of(Json.write(longNames)), ResultTruncation.MIN_CHARACTERS))
        .isEqualTo("{\"...\":\"100 of 100 members left out\"}");
  }

  /** Any shortened value fits, is JSON and adds nothing but notes. */
  @Test
  void truncatedJsonIsValidJson() {
    Random random = new Random(4);
    for (int i = 0; i < 200; i++) {
      String json = Json.write(List.of(value(random, 0), value(random, 0), value(random, 0)));
      int maxCharacters = ResultTruncation.MIN_CHARACTERS + random.nextInt(2_000);

      String cut = ResultTruncation.join(List.of(json), maxCharacters);

      assertThat(cut.length()).isLessThanOrEqualTo(maxCharacters);
      assertThat(Json.read(cut)).isInstanceOf(List.class);
      if (json.length() <= maxCharacters) {
        assertThat(cut).isEqualTo(json);
      }
    }
  }

  private static Object value(Random random, int depth) {
    int kind = random.nextInt(depth > 5 ? 3 : 6);
    if (kind == 0) {
      return random.nextLong();
    }
    if (kind == 1) {
      return "\"\\\n\u0001é😀".repeat(random.nextInt(200));
    }
    if (kind == 2) {
      return random.nextBoolean();
    }
    int size = random.nextInt(kind == 3 ? 100 : 8);
    if (kind == 4) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (int i = 0; i < size; i++) {
        map.put("member " + i, value(random, depth + 1));
      }
      return map;
    }
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(value(random, depth + (kind == 3 ? 5 : 1)));
    }
    return list;
  }
}
