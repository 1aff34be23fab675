package io.mcpbridge.verification.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an HTTP response.
 *
 * @param bytes head and body
 * @param stays whether another request may follow on the connection
 */
record HttpReply(byte[] bytes, boolean stays) {

  private static final List<String> STATUSES =
      List.of(
          "100",
          "101",
          "102",
          "199",
          "200",
          "201",
          "202",
          "204",
          "206",
          "299",
          "301",
          "303",
          "304",
          "307",
          "308",
          "400",
          "401",
          "402",
          "403",
          "404",
          "405",
          "406",
          "408",
          "409",
          "410",
          "411",
          "413",
          "415",
          "421",
          "422",
          "425",
          "426",
          "429",
          "431",
          "451",
          "499",
          "500",
          "501",
          "502",
          "503",
          "504",
          "505",
          "511",
          "599",
          "600",
          "999",
          "000",
          "-1",
          "99999999999",
          "abc",
          "");

  private static final List<String> TYPES =
      List.of(
          "",
          "text/html",
          "text/plain; charset=none-such",
          "text/event-stream",
          "application/json",
          "application/json; charset=utf-16",
          "application/problem+json",
          ";;;",
          "\u0000",
          "x".repeat(10_000));

  private static final List<String> LENGTHS =
      List.of("-1", "0", "1", "100000", "99999999999999999999", "abc", "", "1e5", "5, 5", "0x10");

  private static final List<String> HEADERS =
      List.of(
          "Transfer-Encoding: chunked",
          "Transfer-Encoding: gzip, chunked",
          "Content-Encoding: gzip",
          "Content-Encoding: br",
          "Retry-After: 1e99999999999",
          "Retry-After: -99999999999999999999",
          "Retry-After: Fri, 99 Foo 9999 99:99:99 GMT",
          "WWW-Authenticate: Bearer resource_metadata=\"",
          "WWW-Authenticate: ,,,===\"\\",
          "WWW-Authenticate: Basic realm=\"" + "\\".repeat(5_000),
          "Location: ::::",
          "Location: javascript:alert(1)",
          "Mcp-Session-Id: ",
          "Mcp-Session-Id: \u0001\u0002",
          "Mcp-Session-Id: " + "s".repeat(20_000),
          "Keep-Alive: timeout=99999999999999999999",
          "Keep-Alive: timeout=-1, max=\u00e4",
          "Connection: Upgrade, Upgrade",
          "Set-Cookie: =;;=;",
          "No colon at all",
          ": no name",
          " folded: line",
          "Name with space: x",
          "X: " + "x".repeat(100_000),
          "X: y\r\n".repeat(400) + "Z: z");

  /** A valid response. */
  static HttpReply of(String type, byte[] body) {
    return new HttpReply(
        Bytes.join(head("200", type, String.valueOf(body.length), ""), body), true);
  }

  static HttpReply accepted() {
    return new HttpReply(Bytes.of("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"), true);
  }

  static HttpReply refused(int status) {
    return new HttpReply(Bytes.of("HTTP/1.1 " + status + " No\r\nContent-Length: 0\r\n\r\n"), true);
  }

  /** Mutates the head, or any bytes; the connection is then out of sync. */
  static HttpReply mutated(String type, byte[] body, Chance chance) {
    String length = String.valueOf(body.length);
    boolean stays = chance.oneIn(4);
    String headers = stays || chance.oneIn(3) ? "" : "Connection: close\r\n";
    byte[] head =
        switch (chance.below(7)) {
          case 0 -> head(chance.of(STATUSES), type, length, headers);
          case 1 -> head("200", chance.of(TYPES), length, headers);
          case 2 -> head("200", type, chance.of(LENGTHS), headers);
          case 3 -> head(chance.of(STATUSES), type, length, headers + chance.of(HEADERS) + "\r\n");
          case 4 -> {
            String time = Oddities.number(chance);
            String times = "Retry-After: " + time + "\r\nKeep-Alive: timeout=" + time + "\r\n";
            yield head(chance.of(List.of("200", "429", "503")), type, length, headers + times);
          }
          default -> head("200", type, length, headers + chance.of(HEADERS) + "\r\n");
        };
    byte[] reply = Bytes.join(head, body);
    return new HttpReply(chance.oneIn(3) ? new Mutation(chance).bytes(reply) : reply, stays);
  }

  private static byte[] head(String status, String type, @Nullable String length, String headers) {
    return Bytes.of(
        "HTTP/1.1 "
            + status
            + " Status\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + length
            + "\r\n"
            + headers
            + "\r\n");
  }

  /** Events with these messages. */
  static byte[] events(List<byte[]> payloads, @Nullable Chance framing) {
    ByteArrayOutputStream events = new ByteArrayOutputStream();
    for (byte[] payload : payloads) {
      events.writeBytes(framing == null ? event(payload) : framed(payload, framing));
    }
    return events.toByteArray();
  }

  /** The blank line also ends an event that a mutation left open. */
  static byte[] event(byte[] payload) {
    return Bytes.join("\n\nevent: message\ndata: ", payload, "\n\n");
  }

  private static byte[] framed(byte[] payload, Chance chance) {
    return switch (chance.below(14)) {
      case 0 -> Bytes.join("event: other\ndata: ", payload, "\n\n");
      case 1 -> Bytes.join("data: ", payload, "\r\revent: message\r\n\r\n");
      case 2 ->
          Bytes.join("id: \u0000\nid: 1\nretry: 99999999999999999999\ndata:", payload, "\n\n");
      case 3 -> Bytes.join("retry: " + Oddities.number(chance) + "\nid\ndata: ", payload, "\n\n");
      case 4 -> Bytes.join(": x\n".repeat(2_000) + "data: ", payload, "\n\n");
      case 5 -> Bytes.join("data\ndata: ", payload, "\ndata\n\n");
      case 6 -> Bytes.join("data: [", payload, "\ndata: ]\n\n");
      case 7 -> Bytes.join("data: [", payload, ",null,{}]\n\n");
      case 8 -> Bytes.join("\uFEFF\uFEFFdata: ", payload, "\n");
      case 9 -> Bytes.join("\n".repeat(1_000) + "data: ", payload, "\n\n");
      case 10 -> Bytes.join("event: endpoint\ndata: ://x\n\ndata: ", payload, "\n\n");
      case 11 -> Bytes.join("data: \n\ndata: nothing\n\nevent: message\ndata: ", payload, "\n\n");
      case 12 -> Bytes.join("data: ", payload, "");
      default -> new Mutation(chance).bytes(event(payload));
    };
  }
}
