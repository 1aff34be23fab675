package io.mcpbridge.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes plain values directly to a generator. Data binding takes twice as long per call, and its
 * first use loads four hundred classes; it is used only for values that are not plain.
 */
final class JsonWriter {

  private static final JsonFactory FACTORY = new JsonFactory();
  private static final int USUAL_SIZE = 256;

  private JsonWriter() {}

  /** Creates a generator for a destination. */
  private interface Target {
    JsonGenerator generator() throws IOException;
  }

  static String text(@Nullable Object value) {
    StringWriter text = new StringWriter();
    write(value, () -> FACTORY.createGenerator(text));
    return text.toString();
  }

  static byte[] bytes(@Nullable Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_SIZE);
    write(value, () -> FACTORY.createGenerator(bytes));
    return bytes.toByteArray();
  }

  private static void write(@Nullable Object value, Target target) {
    try (JsonGenerator to = target.generator()) {
      value(value, to);
    } catch (JsonProcessingException e) {
      throw new JsonException("cannot be written as JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new JsonException("cannot be written as JSON: " + e.getClass().getSimpleName());
    }
  }

  private static void value(@Nullable Object value, JsonGenerator to) throws IOException {
    if (value instanceof String text) {
      to.writeString(text);
    } else if (value instanceof Map<?, ?> map) {
      object(map, to);
    } else if (value instanceof Collection<?> elements) { // not Iterable: a Path holds itself
      array(elements, to);
    } else if (value instanceof Number number) {
      number(number, to);
    } else if (value instanceof Boolean bool) {
      to.writeBoolean(bool);
    } else if (value == null) {
      to.writeNull();
    } else {
      JsonBinding.MAPPER.writeValue(to, value);
    }
  }

  private static void object(Map<?, ?> map, JsonGenerator to) throws IOException {
    to.writeStartObject();
    for (Map.Entry<?, ?> member : map.entrySet()) {
      if (member.getKey() == null) {
        throw new JsonException("cannot be written as JSON: a member without a name");
      }
      to.writeFieldName(member.getKey().toString());
      value(member.getValue(), to);
    }
    to.writeEndObject();
  }

  private static void array(Collection<?> elements, JsonGenerator to) throws IOException {
    to.writeStartArray();
    for (Object element : elements) {
      value(element, to);
    }
    to.writeEndArray();
  }

  private static void number(Number number, JsonGenerator to) throws IOException {
    if (number instanceof Integer || number instanceof Long) {
      to.writeNumber(number.longValue());
    } else if (number instanceof Double) {
      to.writeNumber(number.doubleValue());
    } else if (number instanceof BigDecimal decimal) {
      to.writeNumber(decimal);
    } else if (number instanceof BigInteger integer) {
      to.writeNumber(integer);
    } else {
      JsonBinding.MAPPER.writeValue(to, number);
    }
  }
}
