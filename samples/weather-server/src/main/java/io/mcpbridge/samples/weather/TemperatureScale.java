package io.mcpbridge.samples.weather;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A scale: the offset of its zero from absolute zero, and the size of one degree in kelvin. */
enum TemperatureScale {
  CELSIUS(273.15, 1),
  FAHRENHEIT(459.67, 5.0 / 9),
  KELVIN(0, 1);

  private final double zero;
  private final double degree;

  TemperatureScale(double zero, double degree) {
    this.zero = zero;
    this.degree = degree;
  }

  static Optional<TemperatureScale> named(String name) {
    return Arrays.stream(values()).filter(scale -> scale.label().equals(name)).findFirst();
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The same temperature on the target scale, to two decimals. */
  double convert(double value, TemperatureScale target) {
    double kelvin = (value + zero) * degree;
    return Math.round((kelvin / target.degree - target.zero) * 100) / 100.0;
  }
}
