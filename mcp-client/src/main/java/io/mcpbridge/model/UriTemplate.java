package io.mcpbridge.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A URI template (RFC 6570) with string values; MCP needs no lists or maps. */
final class UriTemplate {

  private static final Pattern EXPRESSION = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern VARIABLE = Pattern.compile("([^\\s:*,]+)(?::([1-9]\\d{0,3})|\\*)?");

  private final List<Part> parts = new ArrayList<>();

  /**
   * @throws IllegalArgumentException if the template is malformed
   */
  UriTemplate(String template) {
    Matcher expression = EXPRESSION.matcher(template);
    int end = 0;
    while (expression.find()) {
      parts.add(literal(template, end, expression.start()));
      parts.add(expression(template, expression.group(1)));
      end = expression.end();
    }
    parts.add(literal(template, end, template.length()));
  }

  /** The distinct names of its variables, in order. */
  List<String> variables() {
    return parts.stream()
        .flatMap(part -> part.variables().stream())
        .map(Variable::name)
        .distinct()
        .toList();
  }

  /** Expands the template; a variable without a value expands to nothing. */
  String expand(Map<String, String> values) {
    StringBuilder uri = new StringBuilder();
    for (Part part : parts) {
      part.expand(values, uri);
    }
    return uri.toString();
  }

  private static Part literal(String template, int start, int end) {
    String text = template.substring(start, end);
    if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
      throw malformed(template, "it has an unmatched brace");
    }
    return new Part(text, UriOperator.SIMPLE, List.of());
  }

  private static Part expression(String template, String inside) {
    UriOperator operator = UriOperator.of(inside);
    List<Variable> variables = new ArrayList<>();
    for (String written : inside.substring(operator.sign().length()).split(",", -1)) {
      Matcher variable = VARIABLE.matcher(written);
      if (!variable.matches()) {
        throw malformed(template, "\"" + written + "\" is not a variable");
      }
      String prefixLength = variable.group(2);
      variables.add(
          new Variable(
              variable.group(1),
              prefixLength == null ? Integer.MAX_VALUE : Integer.parseInt(prefixLength)));
    }
    return new Part("", operator, variables);
  }

  private static IllegalArgumentException malformed(String template, String reason) {
    return new IllegalArgumentException(
        "\"" + template + "\" is not a URI template (RFC 6570): " + reason);
  }

  /**
   * A variable. The explode modifier has no effect on strings (section 3.2.1).
   *
   * @param maxLength maximum number of characters of the value (prefix modifier)
   */
  private record Variable(String name, int maxLength) {

    String of(String value) {
      return value.codePointCount(0, value.length()) <= maxLength
          ? value
          : value.substring(0, value.offsetByCodePoints(0, maxLength));
    }
  }

  /** A literal or an expression. */
  private record Part(String literal, UriOperator operator, List<Variable> variables) {

    void expand(Map<String, String> values, StringBuilder uri) {
      encode(literal, true, uri);
      String before = operator.first();
      for (Variable variable : variables) {
        @Nullable String value = values.get(variable.name());
        if (value != null) {
          uri.append(before);
          if (operator.isNamed()) {
            encode(variable.name(), true, uri);
            uri.append(value.isEmpty() ? operator.ifEmpty() : "=");
          }
          encode(variable.of(value), operator.keepsReserved(), uri);
          before = operator.between();
        }
      }
    }
  }

  /** Percent-encodes characters that are not allowed in this part of the URI (section 1.5). */
  private static void encode(String text, boolean keepsReserved, StringBuilder uri) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (isUnreserved(c)
          || (keepsReserved && (":/?#[]@!$&'()*+,;=".indexOf(c) >= 0 || isEncoded(text, i, c)))) {
        uri.appendCodePoint(c);
      } else {
        for (byte octet : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
          uri.append(String.format("%%%02X", octet));
        }
      }
    }
  }

  private static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "-._~".indexOf(c) >= 0;
  }

  private static boolean isEncoded(String text, int next, int c) {
    return c == '%'
        && next + 2 <= text.length()
        && Character.digit(text.charAt(next), 16) >= 0
        && Character.digit(text.charAt(next + 1), 16) >= 0;
  }

  /** The operators of URI template expressions (RFC 6570, appendix A). */
  private enum UriOperator {
    SIMPLE("", "", ",", false, false),
    RESERVED("+", "", ",", true, false),
    FRAGMENT("#", "#", ",", true, false),
    LABEL(".", ".", ".", false, false),
    PATH("/", "/", "/", false, false),
    PARAMETERS(";", ";", ";", false, true),
    QUERY("?", "?", "&", false, true),
    CONTINUATION("&", "&", "&", false, true);

    private final String sign;
    private final String first;
    private final String between;
    private final boolean keepsReserved;
    private final boolean named;

    UriOperator(String sign, String first, String between, boolean keepsReserved, boolean named) {
      this.sign = sign;
      this.first = first;
      this.between = between;
      this.keepsReserved = keepsReserved;
      this.named = named;
    }

    /** The operator of an expression, given without its braces. */
    static UriOperator of(String expression) {
      for (UriOperator operator : values()) {
        if (operator != SIMPLE && expression.startsWith(operator.sign)) {
          return operator;
        }
      }
      return SIMPLE;
    }

    String sign() {
      return sign;
    }

    /** Prefix of the first value. */
    String first() {
      return first;
    }

    /** Separator between values. */
    String between() {
      return between;
    }

    /** Whether reserved characters such as slashes stay unencoded. */
    boolean keepsReserved() {
      return keepsReserved;
    }

    /** Whether values are preceded by their variable's name. */
    boolean isNamed() {
      return named;
    }

    /** What follows the name of an empty value. */
    String ifEmpty() {
      return this == PARAMETERS ? "" : "=";
    }
  }
}
