package com.example.agenttools;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.model.ModelRequest;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.context.ConfigurableApplicationContext;

/** An application whose agents have different tools. */
class GiveEachAgentItsToolsTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  @Test
  void eachAgentHasItsTools() {
    try (FakeMcpServer github = FakeMcpServer.create();
        FakeMcpServer calendar = FakeMcpServer.create()) {
      github.tool("get_diff").annotations("{\"readOnlyHint\": true}");
      github.tool("create_issue");
      github.tool("merge_branch");
      calendar.tool("free_days");
      try (ConfigurableApplicationContext context =
          Applications.start(
              AgentToolsApplication.class,
              "--model.url=" + MODEL.url(),
              "--spring.ai.openai.base-url=" + MODEL.url(),
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.github.url=" + github.url(),
              "--mcp.client.servers.calendar.url=" + calendar.url())) {
        assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(30))).isTrue();
        MODEL.says("1").says("2").says("3").says("4").says("5");

        context.getBean(Reviewer.class).review("?");
        context.getBean(Planner.class).plan("?");
        context.getBean("reviewerChat", ChatClient.class).prompt("?").call().content();
        context.getBean("plannerChat", ChatClient.class).prompt("?").call().content();
        context.getBean(Agents.Assistant.class).chat("?");

        assertThat(MODEL.requests())
            .extracting(ModelRequest::toolNames)
            .extracting(names -> String.join(" ", names))
            .containsExactly(
                "github__get_diff",
                "github__get_diff github__create_issue calendar__free_days",
                "github__get_diff",
                "calendar__free_days",
                "calendar__free_days");
      }
    }
  }
}
