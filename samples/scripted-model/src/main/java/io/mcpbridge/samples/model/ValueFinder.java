package io.mcpbridge.samples.model;

import static io.mcpbridge.samples.model.Fact.Kind.DATE;
import static io.mcpbridge.samples.model.Fact.Kind.NAME;
import static io.mcpbridge.samples.model.Fact.Kind.NOUN;
import static io.mcpbridge.samples.model.Fact.Kind.NUMBER;
import static io.mcpbridge.samples.model.Fact.Kind.OBJECT;
import static io.mcpbridge.samples.model.Fact.Kind.ORDERED;
import static io.mcpbridge.samples.model.Fact.Kind.PATH;
import static io.mcpbridge.samples.model.Fact.Kind.QUOTED;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.ArrayNode;
import wiremock.com.fasterxml.jackson.databind.node.BooleanNode;
import wiremock.com.fasterxml.jackson.databind.node.JsonNodeFactory;
import wiremock.com.fasterxml.jackson.databind.node.TextNode;

/** Finds the fact that fits one property of a schema, and converts it to the property's type. */
final class ValueFinder {

  private static final Pattern INTEGER = Pattern.compile("-?\\d+");
  private static final Pattern DECIMAL = Pattern.compile("-?\\d+(?:\\.\\d+)?");

  private final Facts facts;
  private final JsonNode root;
  private final Set<JsonNode> chosen = new HashSet<>();

  ValueFinder(Facts facts, JsonNode root) {
    this.facts = facts;
    this.root = root;
  }

  /**
   * The value that the question gives with the property's name: {@code limit=5}, {@code 5 lines},
   * {@code to kelvin}.
   */
  Optional<JsonNode> named(PropertySchema property) {
    if (property.isEnum()) {
      return choice(mentioned(property, property.name() + " "));
    }
    if (property.isText()) {
      return facts.takeAssigned(property.name()).map(TextNode::valueOf);
    }
    if (!property.isNumber()) {
      return Optional.empty();
    }
    return facts
        .takeCounted(property.name())
        .or(() -> facts.takeAssigned(property.name()))
        .filter(text -> digits(property).matcher(text).matches())
        .map(ValueFinder::number);
  }

  /** The best match, for a required argument. */
  Optional<JsonNode> best(PropertySchema property) {
    if (property.isText()) {
      return facts.take(preferred(property)).map(TextNode::valueOf);
    }
    return property.type().equals("object")
        ? facts.take(OBJECT).map(JsonText::read)
        : clear(property);
  }

  /** Only an unambiguous match, for an optional argument. */
  Optional<JsonNode> clear(PropertySchema property) {
    if (property.isEnum()) {
      return choice(mentioned(property, ""));
    }
    return switch (property.type()) {
      case "boolean" -> truth(property);
      case "integer", "number" -> facts.takeNumber(digits(property)).map(ValueFinder::number);
      case "array" -> list(property.items(root));
      case "object" -> Optional.empty();
      default -> facts.take(preferred(property)[0]).map(TextNode::valueOf);
    };
  }

  private Optional<JsonNode> truth(PropertySchema property) {
    return facts.mentions(property.name())
        ? Optional.of(BooleanNode.valueOf(!facts.denies(property.name())))
        : Optional.empty();
  }

  private Optional<JsonNode> list(PropertySchema items) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    if (items.isEnum()) {
      array.addAll(mentioned(items, ""));
    } else if (items.isNumber()) {
      facts.takeAll(NUMBER).forEach(text -> array.add(number(text)));
    } else if (items.type().equals("object")) {
      facts.takeAll(OBJECT).forEach(text -> array.add(JsonText.read(text)));
    } else {
      facts.takeAll(preferred(items)).forEach(array::add);
    }
    return array.isEmpty() ? Optional.empty() : Optional.of(array);
  }

  /** Prefers a value that no other property has: "20 kelvin to celsius" means both. */
  private Optional<JsonNode> choice(List<JsonNode> mentioned) {
    Optional<JsonNode> choice =
        mentioned.stream()
            .filter(value -> !chosen.contains(value))
            .findFirst()
            .or(() -> mentioned.stream().findFirst());
    choice.ifPresent(chosen::add);
    return choice;
  }

  private List<JsonNode> mentioned(PropertySchema property, String after) {
    List<JsonNode> mentioned = new ArrayList<>();
    for (JsonNode value : property.allowed()) {
      if (facts.mentions(after + value.asText())) {
        mentioned.add(value);
      }
    }
    return mentioned;
  }

  private static Fact.Kind[] preferred(PropertySchema property) {
    if (property.isPath()) {
      return new Fact.Kind[] {PATH, QUOTED, ORDERED, NAME, NOUN};
    }
    return property.isDate()
        ? new Fact.Kind[] {DATE, QUOTED, NAME, NOUN}
        : new Fact.Kind[] {QUOTED, ORDERED, NAME, NOUN, PATH, DATE, NUMBER};
  }

  private static Pattern digits(PropertySchema property) {
    return property.type().equals("integer") ? INTEGER : DECIMAL;
  }

  private static JsonNode number(String text) {
    return INTEGER.matcher(text).matches()
        ? JsonNodeFactory.instance.numberNode(new BigInteger(text))
        : JsonNodeFactory.instance.numberNode(new BigDecimal(text));
  }
}
