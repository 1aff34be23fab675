package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

  private static List<String> nearest(String text, int farthest, String... names) {
    Nearest nearest = new Nearest(text, farthest);
    for (String name : names) {
      nearest.offer(name, name);
    }
    return nearest.names();
  }

  @Test
  void ordersByTheNumberOfChangesAndThenAsOffered() {
    assertThat(nearest("kitten", 3, "sitting", "mitten", "kitten", "bitten", "dog"))
        .containsExactly("kitten", "mitten", "bitten", "sitting");
  }

  @Test
  void keepsTheBestFive() {
    assertThat(nearest("aaaa", 4, "bbbb", "abbb", "aabb", "aaab", "aaaa", "aaac", "abab"))
        .containsExactly("aaaa", "aaab", "aaac", "aabb", "abab");
  }

  @Test
  void takesTheBetterOfTwoSpellings() {
    Nearest nearest = new Nearest("forecast", 9);
    nearest.offer("a", "a_forecast");
    nearest.offer("b", "forecasts");
    nearest.offer("a", "forecast");
    nearest.offer("a", "forecast_of_a");

    assertThat(nearest.names()).containsExactly("a", "b");
  }
}
