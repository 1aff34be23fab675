package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.mcpbridge.model.Progress;
import io.mcpbridge.model.Prompt;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.TextContent;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the small servers here offer, each on a framework that somebody else wrote. */
abstract class SampleServerTest extends PeerTest {

  @Test
  void describesItself() {
    assertThat(client().server().implementation().name()).isEqualTo(name());
    assertThat(client().server().instructions()).isNotEmpty();
  }

  abstract String name();

  @Test
  void offersANote() {
    assertThat(resources()).extracting(Resource::uri).containsExactly("memo://note");
    assertThat(read("memo://note").get(0).text()).isEqualTo("Remember the milk");
  }

  @Test
  void offersAPrompt() {
    assertThat(prompts()).extracting(Prompt::name).containsExactly("welcome");
    assertThat(prompt("welcome", Map.of("name", "Ada")).messages().get(0).content())
        .isInstanceOfSatisfying(
            TextContent.class, text -> assertThat(text.text()).isEqualTo("Welcome, Ada!"));
  }

  @Test
  void reportsProgressWhereItCan() {
    assumeThat(calls()).extracting(ToolCall::tool).contains("count");

    assertThat(CallsUnderWay.progress(client(), "count", Map.of("to", 3)))
        .containsExactly(
            new Progress(1, 3.0, "at 1"),
            new Progress(2, 3.0, "at 2"),
            new Progress(3, 3.0, "at 3"));
  }

  @Test
  void survivesACallThatIsGivenUp() {
    assumeThat(calls()).extracting(ToolCall::tool).contains("count");

    CallsUnderWay.giveUp(client(), "count", Map.of("to", 400));
  }

  @Test
  void keepsManyCallsApart() {
    if (calls().anyMatch(call -> call.tool().equals("echo"))) {
      CallsUnderWay.keepApart(client(), "echo", "text");
    } else {
      CallsUnderWay.keepApart(client(), "greet", "name");
    }
  }
}
