package io.mcpbridge.json;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts between plain values and the application's types, with the Jackson modules of the class
 * path. Loaded by the first use only.
 */
final class JsonBinding {

  private static final Logger log = LoggerFactory.getLogger(JsonBinding.class);

  /** With our class loader: that of the thread may not see the application, as in common pools. */
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(times())
          .addModules(modules())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private static final JavaType OBJECT =
      MAPPER.getTypeFactory().constructMapType(Map.class, String.class, Object.class);

  private JsonBinding() {}

  /** As jackson-datatype-jsr310 writes them, which Spring Boot 4 does not bring. */
  private static Module times() {
    return new SimpleModule("io.mcpbridge.times")
        .addSerializer(Instant.class, ToStringSerializer.instance)
        .addSerializer(Duration.class, ToStringSerializer.instance);
  }

  private static List<Module> modules() {
    try {
      return MapperBuilder.findModules(JsonBinding.class.getClassLoader());
    } catch (ServiceConfigurationError | LinkageError e) {
      log.warn("The Jackson modules of the class path are not used, because one is broken", e);
      return List.of();
    }
  }

  static Map<String, @Nullable Object> toObject(Object bean) {
    try {
      return MAPPER.convertValue(bean, OBJECT);
    } catch (IllegalArgumentException e) {
      throw new JsonException(
          bean.getClass().getName() + " cannot be written as a JSON object" + location(e));
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

  /** Where it does not fit, and which type Jackson does not know. Its messages quote values. */
  private static String location(IllegalArgumentException failure) {
    if (!(failure.getCause() instanceof JsonMappingException mismatch)) {
      return "";
    }
    StringJoiner path = new StringJoiner(".", " at ", "").setEmptyValue("");
    for (JsonMappingException.Reference step : mismatch.getPath()) {
      path.add(step.getFieldName() == null ? "" + step.getIndex() : step.getFieldName());
    }
    return mismatch instanceof InvalidDefinitionException unknown && unknown.getType() != null
        ? path
            + "; Jackson cannot convert "
            + unknown.getType().getRawClass().getName()
            + " (java.time needs jackson-datatype-jsr310)"
        : path.toString();
  }
}
