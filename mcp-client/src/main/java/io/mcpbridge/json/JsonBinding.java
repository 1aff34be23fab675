package io.mcpbridge.json;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Converts between plain values and the application's types. Loaded by the first use only. */
final class JsonBinding {

  static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private static final JavaType OBJECT =
      MAPPER.getTypeFactory().constructMapType(Map.class, String.class, Object.class);

  private JsonBinding() {}

  static Map<String, @Nullable Object> toObject(Object bean) {
    try {
      return MAPPER.convertValue(bean, OBJECT);
    } catch (IllegalArgumentException e) {
      throw new JsonException(bean.getClass().getName() + " cannot be written as a JSON object");
    }
  }

  static <T> T convert(@Nullable Object value, Class<T> type) {
    T converted;
    try {
      converted = MAPPER.convertValue(value, type);
    } catch (IllegalArgumentException e) {
      throw new JsonException("the JSON value does not fit " + type.getName() + location(e));
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
