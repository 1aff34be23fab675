package io.mcpbridge.catalog.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNamesTest {

  private static List<String> nearest(String text, int farthest, String... names) {
    NearestNames nearestNames = new NearestNames(text, farthest);
    for (String name : names) {
      nearestNames.offer(name, name);
    }
    return nearestNames.names();
  }

  @Test
  void ordersByEditDistanceThenByOfferOrder() {
    assertThat(nearest("kitten", 3, "sitting", "mitten", "kitten", "bitten", "dog"))
        .containsExactly("kitten", "mitten", "bitten", "sitting");
  }

  @Test
  void keepsFiveNearestNames() {
    assertThat(nearest("aaaa", 4, "bbbb", "abbb", "aabb", "aaab", "aaaa", "aaac", "abab"))
        .containsExactly("aaaa", "aaab", "aaac", "aabb", "abab");
  }

  @Test
  void usesSmallestDistanceAmongSpellings() {
    NearestNames nearestNames = new NearestNames("forecast", 9);
    nearestNames.offer("a", "a_forecast");
    nearestNames.offer("b", "forecasts");
    nearestNames.offer("a", "forecast");
    nearestNames.offer("a", "forecast_of_a");

    assertThat(nearestNames.names()).containsExactly("a", "b");
  }
}
