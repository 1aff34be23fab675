package io.mcpbridge.samples.weather;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A city and its weather, from a fixed table, so that an answer can be checked.
 *
 * @param windSpeed in kilometers per hour
 */
record City(String name, double celsius, String sky, int windSpeed) {

  private static final List<City> TABLE =
      List.of(
          new City("Bergen", 9.5, "heavy rain", 34),
          new City("Cairo", 31.0, "clear sky", 12),
          new City("Lima", 18.5, "fog", 9),
          new City("Oslo", 4.5, "light snow", 16),
          new City("Singapore", 29.0, "thunderstorm", 21));

  static Optional<City> named(String name) {
    return TABLE.stream().filter(city -> city.name.equalsIgnoreCase(name.strip())).findFirst();
  }

  static String names() {
    return TABLE.stream().map(City::name).collect(Collectors.joining(", "));
  }

  String weather() {
    return String.format(
        Locale.ROOT, "%s: %.1f degrees Celsius, %s, wind %d km/h", name, celsius, sky, windSpeed);
  }
}
