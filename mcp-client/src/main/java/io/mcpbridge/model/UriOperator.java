package io.mcpbridge.model;

/** The operators of URI template expressions (RFC 6570, appendix A). */
enum UriOperator {
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
