package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.input.ConsoleInput;
import io.mcpbridge.json.Json;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.StringReader;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forms and URLs of a server, answered at a console. */
class ConsoleInputTest {

  private final FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  private final StringBuilder screen = new StringBuilder();
  private final List<URI> opened = new ArrayList<>();

  @AfterEach
  void close() {
    server.close();
  }

  private ConsoleInput console(String... lines) {
    return ConsoleInput.of(
        new StringReader(lines.length == 0 ? "" : String.join("\n", lines) + "\n"), screen);
  }

  /** What the server gets. */
  private String answer(ConsoleInput console, FakeServerRequest request) {
    server
        .tool("ask")
        .handler(call -> FakeResult.text(Json.write(call.ask(request).result().toMap())));
    try (McpClient client =
        McpClient.builder(server.transport())
            .name("travel")
            .inputHandlers(console.handlers())
            .build()) {
      return client.callTool("ask", Map.of()).text();
    }
  }

  private String fill(String properties, String required, String... lines) {
    String schema =
        "{'type': 'object', 'properties': {" + properties + "}, 'required': [" + required + "]}";
    return answer(console(lines), FakeServerRequest.form("Where to?", schema.replace('\'', '"')));
  }

  private static String accepted(String content) {
    return "{\"action\":\"accept\",\"content\":" + content.replace('\'', '"') + "}";
  }

  @Test
  void fillsInFieldsOfEveryKind() {
    String answer =
        fill(
            "'name': {'type': 'string', 'title': 'Your name', 'description': 'as in the passport'},"
                + "'age': {'type': 'integer', 'minimum': 18},"
                + "'weight': {'type': 'number'},"
                + "'smoker': {'type': 'boolean'},"
                + "'seat': {'type': 'string', 'oneOf': [{'const': 'w', 'title': 'Window'},"
                + " {'const': 'a', 'title': 'Aisle'}]},"
                + "'meals': {'type': 'array', 'minItems': 1, 'items': {'anyOf': ["
                + "{'const': 'veg', 'title': 'Vegetarian'}, {'const': 'fish', 'title': 'Fish'},"
                + " {'const': 'none', 'title': 'None'}]}}",
            "'name', 'age', 'weight', 'smoker', 'seat', 'meals'",
            "Ada Lovelace",
            "36",
            "62.5",
            "no",
            "2",
            "Vegetarian, 2",
            "y");

    assertThat(answer)
        .isEqualTo(
            accepted(
                "{'name':'Ada Lovelace','age':36,'weight':62.5,'smoker':false,'seat':'a',"
                    + "'meals':['veg','fish']}"));
    assertThat(screen.toString())
        .contains("The server \"travel\" asks: Where to?")
        .contains("Your name: as in the passport (a text): ")
        .contains("age (a whole number, at least 18): ")
        .contains("  1) Window (w)\n  2) Aisle (a)\n(a number or a value): ")
        .contains("  meals: Vegetarian (veg), Fish (fish)\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type': 'integer'} | many | 3 | 3 | it must be a whole number",
        "{'type': 'integer', 'maximum': 5} | 6 | 5 | 5 | it: it must be at most 5",
        "{'type': 'integer'} | 1.5 | 2.0 | 2 | it must be a whole number",
        "{'type': 'number', 'minimum': 0.5} | 0.4 | 1e2 | 100 | it: it must be at least 0.5",
        "{'type': 'boolean'} | maybe | YES | true | it must be y or n",
        "{'type': 'string'} | '' | x | 'x' | it must be filled in",
        "{'type': 'string', 'minLength': 2} | a | ab | 'ab' | its length must be at least 2",
        "{'type': 'string', 'pattern': '^[a-z]$'} | 1 | a | 'a' | it must match",
        "{'type': 'string', 'format': 'email'} | ada | ada@x.org | 'ada@x.org' | an email address",
        "{'type': 'string', 'format': 'uri'} | here | urn:x | 'urn:x' | it must be a URI",
        "{'type': 'string', 'format': 'date'} | 1.2.26 | 2026-02-01 | '2026-02-01' | a date as"
            + " YYYY-MM-DD",
        "{'type': 'string', 'format': 'date-time'} | now | 2026-02-01T00:00Z | '2026-02-01T00:00Z'"
            + " | a time as YYYY",
        "{'type': 'string', 'enum': ['a', 'b'], 'enumNames': ['One', 'Two']} | 3 | two | 'b' |"
            + " \"3\" is not one of the options",
        "{'type': 'string', 'enum': ['10', '20']} | 1 | 20 | '20' | \"1\" is not one of",
        "{'type': 'array', 'minItems': 1, 'items': {'type': 'string', 'enum': ['a', 'b']}} | '' |"
            + " b,b | ['b'] | choices must be at least 1",
      })
  void asksAgainForWrongValueOnly(
      String schema, String wrong, String right, String value, String problem) {
    String quoted = value.matches("[a-zA-Z0-9@.:-]+") && isText(schema) ? "'" + value + "'" : value;
    String answer =
        fill(
            "'first': {'type': 'string'}, 'it': " + schema,
            "'first', 'it'",
            "once",
            wrong,
            right,
            "y");

    assertThat(answer).isEqualTo(accepted("{'first':'once','it':" + quoted + "}"));
    assertThat(screen.toString()).contains(problem).containsOnlyOnce("first (a text)");
  }

  private static boolean isText(String schema) {
    return schema.contains("'type': 'string'") && !schema.contains("'array'");
  }

  @Test
  void emptyLineTakesDefaultOrLeavesOptionalFieldOut() {
    String answer =
        fill(
            "'plan': {'type': 'string', 'enum': ['free', 'paid'], 'default': 'free'},"
                + "'days': {'type': 'integer', 'default': 3},"
                + "'news': {'type': 'boolean', 'default': true},"
                + "'tags': {'type': 'array', 'items': {'enum': ['a', 'b']}, 'default': ['b']},"
                + "'note': {'type': 'string'}",
            "'plan'",
            "",
            "",
            "",
            "",
            "",
            "y");

    assertThat(answer).isEqualTo(accepted("{'plan':'free','days':3,'news':true,'tags':['b']}"));
    assertThat(screen.toString())
        .contains("(a number or a value) [free]: ")
        .contains("days (a whole number) [3]: ")
        .contains("news (y or n) [y]: ")
        .contains("[b]: ")
        .contains("note (a text, optional): ");
  }

  @Test
  void reviewCanStartOver() {
    assertThat(fill("'name': {'type': 'string'}", "'name'", "Adda", "n", "Ada", "y"))
        .isEqualTo(accepted("{'name':'Ada'}"));
  }

  @Test
  void wordsAndEndOfInputEndForm() {
    String name = "'name': {'type': 'string'}";

    assertThat(fill(name, "'name'", " /cancel")).isEqualTo("{\"action\":\"cancel\"}");
    assertThat(fill(name, "'name'", "/decline")).isEqualTo("{\"action\":\"decline\"}");
    assertThat(fill(name, "'name'")).isEqualTo("{\"action\":\"cancel\"}");
    assertThat(fill(name, "'name'", "Ada")).as("no review").isEqualTo("{\"action\":\"cancel\"}");
    assertThat(screen.toString()).contains("/decline declines, /cancel cancels");
  }

  @Test
  void formWithoutFieldsIsConfirmation() {
    assertThat(fill("", "", "yes")).isEqualTo(accepted("{}"));
    assertThat(fill("", "", "what", "n")).isEqualTo("{\"action\":\"decline\"}");
    assertThat(screen.toString()).contains("Answer y or n.");
  }

  @Test
  void neverShowsPasswords() {
    assertThat(
            fill(
                "'key': {'type': 'string', 'format': 'password', 'default': 's3cret-default'}",
                "'key'",
                "s3cret-typed",
                "y"))
        .isEqualTo(accepted("{'key':'s3cret-typed'}"));
    assertThat(screen.toString()).contains("[***]: ", "key: ***").doesNotContain("s3cret");
  }

  @Test
  void removesTerminalSequencesOfServer() {
    answer(
        console("/cancel"),
        FakeServerRequest.form(
            "\u001B[2JHi\u202E there",
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"title\":"
                + "\"\\u001b]0;x\\u0007A\"}}}"));

    assertThat(screen.toString()).contains("Hi there", "A (a text").doesNotContain("\u001B");
  }

  @Test
  void showsWholeQuestionInOneLine() {
    console("n").confirm("Run it? DROP\r\u001B[2KRun it? SELECT\n1");
    console("x").readLine("\u001B[2JName\r: ");

    assertThat(screen.toString())
        .contains("DROP\\r\\u001b[2KRun it? SELECT\\n1 (y or n): ")
        .contains("Name\n: ")
        .doesNotContain("\u001B", "\r");
  }

  @Test
  void indentsMessageThatLooksLikeThatOfAnotherServer() {
    answer(
        console("/cancel"),
        FakeServerRequest.form(
            "Hi\nThe server \"bank\" asks: PIN?", "{\"type\":\"object\",\"properties\":{}}"));

    assertThat(screen.toString())
        .contains("asks: Hi\n  The server \"bank\"")
        .doesNotContain("\nThe server \"bank\"");
  }

  @Test
  void showsUrlAndAsksBeforeItIsOpened() {
    FakeServerRequest visit = FakeServerRequest.url("Log in", "https://example.com/login?a=b");

    assertThat(answer(console("n").withBrowser(opened::add), visit))
        .isEqualTo("{\"action\":\"decline\"}");
    assertThat(opened).isEmpty();
    assertThat(screen.toString())
        .contains("asks: Log in", "  https://example.com/login?a=b\n", "Open it in the browser?");

    assertThat(answer(console("y").withBrowser(opened::add), visit))
        .isEqualTo("{\"action\":\"accept\"}");
    assertThat(opened).containsExactly(URI.create("https://example.com/login?a=b"));
    assertThat(answer(console(), visit)).isEqualTo("{\"action\":\"cancel\"}");
  }

  @Test
  void interruptCancelsAndNextQuestionDiscardsTheLine() throws IOException, InterruptedException {
    try (PipedWriter keyboard = new PipedWriter();
        PipedReader in = new PipedReader(keyboard)) {
      CountDownLatch asked = new CountDownLatch(1);
      ConsoleInput console = ConsoleInput.of(in, new CountingAppendable(asked));
      List<Boolean> confirmed = new ArrayList<>();
      Thread thread = new Thread(() -> confirmed.add(console.confirm("Run it?")));
      thread.start();
      asked.await();
      thread.interrupt();
      thread.join();
      assertThat(confirmed).containsExactly(false);

      keyboard.write("typed for the question\nnext\n");
      keyboard.flush();
      assertThat(console.readLine("> ")).isEqualTo("next");
    }
  }

  /** Signals the first output. */
  private record CountingAppendable(CountDownLatch printed) implements Appendable {

    @Override
    public Appendable append(CharSequence text) {
      printed.countDown();
      return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) {
      return append(text);
    }

    @Override
    public Appendable append(char character) {
      return append(String.valueOf(character));
    }
  }
}
