package io.mcpbridge.verification.fuzz;

import java.util.List;

/** Unexpected JSON that servers have sent, or may send. */
final class Oddities {

  private static final String DEEP = "[".repeat(700) + "]".repeat(700);
  private static final String LONG = '"' + "long ".repeat(20_000) + '"';

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "-0",
          "-1",
          "1.0",
          "1.5",
          "2147483648",
          "9007199254740993",
          "9223372036854775808",
          "-9223372036854775809",
          "1" + "0".repeat(400),
          "1" + "0".repeat(2_000),
          "0." + "1".repeat(500),
          "1e400",
          "1e9999",
          "1e-9999",
          "1e10001",
          "1e999999999",
          "1e2147483648",
          "1e99999999999",
          "-1E+99999999999",
          "1e-99999999999",
          "NaN",
          "Infinity",
          "01",
          "+1",
          ".5",
          "0x10",
          "",
          "\"\"",
          "\" \"",
          "\"x\"",
          "\"1\"",
          "\"true\"",
          "\"null\"",
          "\"\\u0000\"",
          "\"\\u001b[31mred\\u001b[0m\"",
          "\"\\u202egnp.exe\"",
          "\"\\udb40\\udc41\"",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\u0001\"",
          "\"\\x\"",
          "\"line\\nbreak\\r\\n\\u2028\"",
          "\"javascript:alert(1)\"",
          "\"https://example.com/\"",
          "\"file:///etc/passwd\"",
          "\"::\"",
          "\"%zz%\"",
          "\"{a}{&b*}{+\"",
          "\"(a+)+$(((\"",
          "\"%s%n%99999999d{}{}\"",
          "\"${jndi:ldap://x}\"",
          "\"data:image/png;base64,!!!\"",
          "\"not base64 \\u00e4\"",
          "\"2026-13-45T99:99:99Z\"",
          "\"PT-1S\"",
          "\"2026-07-28\"",
          "\"2025-11-25\"",
          "\"1999-01-01\"",
          "\"complete\"",
          "\"input_required\"",
          "\"task\"",
          "\"working\"",
          "\"completed\"",
          "\"cancelled\"",
          "\"required\"",
          "\"user\"",
          "\"public\"",
          "[]",
          "{}",
          "[[]]",
          "[null]",
          "[{}]",
          "[1,\"a\",null,{}]",
          "{\"a\":1,\"a\":2}",
          "{\"\":{}}",
          "{\"type\":\"text\"}",
          "{\"type\":[\"object\",\"null\"],\"properties\":[]}",
          "{\"$ref\":\"#\"}",
          "{\"$ref\":\"#/a/b/~0~1/%\"}",
          "{\"type\":\"string\",\"pattern\":\"(((\",\"minLength\":1e9999}",
          "{\"type\":\"number\",\"multipleOf\":1e-9999,\"maximum\":\"x\"}",
          "{\"__proto__\":null}",
          DEEP,
          LONG);

  /** Numbers at the edge of a type, in each unit of time. */
  private static final List<String> EDGES =
      List.of(
          "-1",
          "0.4",
          "4.9e-324",
          "-0.0",
          "2147483647",
          "2147483648",
          "-2147483649",
          "4294967296",
          "9223372036",
          "9223372037",
          "9007199254740993",
          "9223372036854",
          "9223372036855",
          "9223372036854775",
          "9223372036854776",
          "31556889864403199",
          "31556889864403200",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "-9223372036854775809",
          "18446744073709551616",
          "1e19",
          "1e100",
          "1.7976931348623157e308",
          "1e309",
          "-1e309",
          "1e-400",
          "1e10000");

  private Oddities() {}

  /** A number: valid JSON, and also what a header or an event field may contain. */
  static String number(Chance chance) {
    return chance.of(EDGES);
  }

  static String any(Chance chance) {
    return chance.of(VALUES);
  }
}
