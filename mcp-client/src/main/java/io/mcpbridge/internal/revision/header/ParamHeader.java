package io.mcpbridge.internal.revision.header;

import io.mcpbridge.error.McpInvalidArgumentsException;
import io.mcpbridge.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool parameter that is also sent as a header.
 *
 * @param header the name of the header
 * @param path the property names that lead to the parameter
 */
record ParamHeader(String header, List<String> path) {

  /** The integers that every JSON implementation represents exactly. */
  private static final BigDecimal MAX_SAFE_INTEGER = BigDecimal.valueOf((1L << 53) - 1);

  /**
   * Returns the header's value; {@code null} if the argument is absent or {@code null}, which means
   * no header.
   *
   * @throws McpInvalidArgumentsException if a header cannot represent the argument
   */
  @Nullable String valueIn(JsonObject arguments) {
    Object value = arguments.toMap();
    for (String step : path) {
      JsonObject object = JsonObject.orNull(value);
      value = object == null ? null : object.get(step);
    }
    return value == null ? null : HeaderValue.encode(text(value));
  }

  private String text(Object value) {
    if (value instanceof String || value instanceof Boolean) {
      return value.toString();
    }
    BigDecimal number = value instanceof Number n ? decimal(n) : null;
    if (number == null
        || number.abs().compareTo(MAX_SAFE_INTEGER) > 0
        || number.stripTrailingZeros().scale() > 0) {
      throw new McpInvalidArgumentsException(
          "the argument \""
              + String.join(".", path)
              + "\" is "
              + (number == null ? JsonObject.kind(value) : "the number " + value)
              + "; it must be a string, a boolean or an integer from -"
              + MAX_SAFE_INTEGER
              + " to "
              + MAX_SAFE_INTEGER
              + ", because it is sent in the header "
              + header);
    }
    return number.toBigInteger().toString();
  }

  private static @Nullable BigDecimal decimal(Number number) {
    try {
      return new BigDecimal(number.toString());
    } catch (NumberFormatException infinite) {
      return null;
    }
  }
}
