package io.mcpbridge.samples.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.input.ConsoleInput;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TerminalChatTest {

  private final FakeMcpServer good = FakeMcpServer.create();
  private final FakeMcpServer bad = FakeMcpServer.create();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private ToolCatalog catalog;

  @BeforeEach
  void start() {
    good.tool("one");
    good.tool("two");
    bad.inject(Faults.disconnect());
    catalog =
        ToolCatalog.builder()
            .server("good", good.transport())
            .server("bad", bad.transport())
            .build();
  }

  @AfterEach
  void close() {
    catalog.close();
    good.close();
    bad.close();
  }

  @Test
  void prints_only_the_answer_to_a_single_question() {
    assertThat(run(question -> question + " Yes.", List.of("Are", "you there?"), "")).isZero();

    assertThat(out()).isEqualTo("Are you there? Yes.\n");
  }

  @Test
  void waits_for_tools_before_asking() {
    UnaryOperator<String> counting = question -> catalog.tools().size() + " tools";

    run(counting, List.of("How many?"), "");

    assertThat(out()).isEqualTo("2 tools\n");
  }

  @Test
  void exits_with_error_status_if_single_question_fails() {
    UnaryOperator<String> broken =
        question -> {
          throw new IllegalStateException("no such model");
        };

    assertThat(run(broken, List.of("Anything?"), "")).isEqualTo(1);
    assertThat(out()).isEmpty();
    assertThat(run(broken, List.of(), "Anything?\nexit\n")).isZero();
  }

  @Test
  void chats_until_exit_command() {
    assertThat(run(question -> "! " + question, List.of(), "first\n\n second \nexit\nthird\n"))
        .isZero();

    assertThat(out()).endsWith("\n> ! first\n> > ! second\n> ");
  }

  @Test
  void quit_in_any_case_ends_chat() {
    run(question -> "! " + question, List.of(), "first\nQuit\nsecond\n");

    assertThat(out()).endsWith("\n> ! first\n> ");
  }

  @Test
  void chats_until_end_of_input() {
    run(question -> "! " + question, List.of(), "first");

    assertThat(out()).endsWith("\n> ! first\n> \n");
  }

  @Test
  void prints_state_of_every_server_before_chat() {
    run(question -> question, List.of(), "");

    assertThat(out())
        .contains("good        2 tools, CONNECTED\n")
        .containsPattern("bad         0 tools, DISCONNECTED: .+\n");
  }

  private int run(UnaryOperator<String> assistant, List<String> words, String typed) {
    PrintStream screen = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new TerminalChat(assistant, catalog, Duration.ofSeconds(10))
        .run(words, ConsoleInput.of(new StringReader(typed), screen), screen);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
