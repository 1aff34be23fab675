package io.mcpbridge.model;

/** How the values of an expression are put into a URI (RFC 6570, appendix A). */
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

  /** The operator of what stands between braces. */
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

  /** Before the first value. */
  String first() {
    return first;
  }

  /** Before each further value. */
  String between() {
    return between;
  }

  /** Whether slashes and their like stay what they are. */
  boolean keepsReserved() {
    return keepsReserved;
  }

  /** Whether the variable's name stands before its value. */
  boolean isNamed() {
    return named;
  }

  /** Between the name and an empty value. */
  String ifEmpty() {
    return this == PARAMETERS ? "" : "=";
  }
}
