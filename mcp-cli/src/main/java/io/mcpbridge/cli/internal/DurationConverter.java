package io.mcpbridge.cli.internal;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 10s}, {@code 2m}, and {@code 10} as seconds. */
final class DurationConverter implements ITypeConverter<Duration> {

  private static final Pattern FORM = Pattern.compile("(\\d{1,6})(ms|s|m|)");

  DurationConverter() {}

  @Override
  public Duration convert(String value) {
    Matcher matcher = FORM.matcher(value);
    Duration duration =
        matcher.matches() ? of(Long.parseLong(matcher.group(1)), matcher.group(2)) : Duration.ZERO;
    if (duration.isZero()) {
      throw new TypeConversionException("\"" + value + "\" is not like 500ms, 10s or 2m");
    }
    return duration;
  }

  private static Duration of(long amount, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofSeconds(amount);
    };
  }
}
