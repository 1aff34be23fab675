package io.mcpbridge.samples.model;

import wiremock.com.fasterxml.jackson.core.JsonProcessingException;
import wiremock.com.fasterxml.jackson.databind.DeserializationFeature;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.ObjectMapper;
import wiremock.com.fasterxml.jackson.databind.node.JsonNodeFactory;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Reads and writes JSON with the Jackson that WireMock standalone bundles, so that this module adds
 * none. WireMock's shared mapper is lenient (comments, single quotes, omitted nulls); a stub of a
 * real service must be strict.
 */
final class JsonText {

  private static final ObjectMapper STRICT =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private JsonText() {}

  /**
   * @throws InvalidRequestException if the text is not one JSON value
   */
  static JsonNode read(String json) {
    try {
      return STRICT.readTree(json);
    } catch (JsonProcessingException e) {
      throw new InvalidRequestException("", "This is not JSON: " + e.getOriginalMessage());
    }
  }

  static boolean isObject(String text) {
    try {
      return STRICT.readTree(text).isObject();
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
