package io.mcpbridge.json;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Converts between plain values and the application's types, with the Jackson modules of the class
 * path. Loaded by the first use only.
 */
final class JsonBinding {

  /** With our class loader: that of the thread may not see the application, as in common pools. */
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModules(MapperBuilder.findModules(JsonBinding.class.getClassLoader()))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private static final JavaType OBJECT =
      MAPPER.getTypeFactory().constructMapType(Map.class, String.class, Object.class);

  private JsonBinding() {}

  static Map<String, @Nullable Object> toObject(Object bean) {
    try {
      return MAPPER.convertValue(bean, OBJECT);
    } catch (IllegalArgumentException e) {
      throw new JsonException(bean.getClass().getName() + " cannot be written as a JSON object", e);
    }
  }

  static <T> T convert(@Nullable Object value, Class<T> type) {
    T converted;
    try {
      converted = MAPPER.convertValue(value, type);
    } catch (IllegalArgumentException e) {
      String message = "the JSON value does not fit " + type.getName() + location(e);
      throw e.getCause() instanceof InvalidDefinitionException // other causes quote the value
          ? new JsonException(message, e)
          : new JsonException(message);
    }
    if (converted == null) {
      throw new JsonException("null does not fit " + type.getName());
    }
    return converted;
  }

  /** Where it does not fit, without the value. */
  private static String location(IllegalArgumentException failure) {
    if (!(failure.getCause() instanceof JsonMappingException mismatch)
        || mismatch.getPath().isEmpty()) {
      return "";
    }
    StringJoiner path = new StringJoiner(".", " at ", "");
    for (JsonMappingException.Reference step : mismatch.getPath()) {
      path.add(step.getFieldName() == null ? "" + step.getIndex() : step.getFieldName());
    }
    return path.toString();
  }
}
