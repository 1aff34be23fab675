package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.boot.autoconfigure.McpChatClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientCustomizer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** With {@code attach-to-chat-clients}, chat clients without tools get them. */
class AttachedToolsTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final BlockingQueue<String> CHANGES = new LinkedBlockingQueue<>();
  private static final FakeMcpServer WEATHER = FakeMcpServer.create();
  private static ConfigurableApplicationContext context;

  @EnableAutoConfiguration
  static class Application {

    /** Created before any tool is known. */
    @Bean
    ChatClient early(ChatClient.Builder builder) {
      return builder.build();
    }

    @Bean
    CatalogListener changes() {
      return new CatalogListener() {
        @Override
        public void toolsChanged(String server, ToolsChange change) {
          CHANGES.add(server);
        }
      };
    }
  }

  @BeforeAll
  static void start() throws InterruptedException {
    WEATHER.tool("forecast").returns("Rain");
    context =
        Applications.start(
            Application.class,
            "--spring.ai.openai.base-url=" + MODEL.url(),
            "--spring.ai.openai.api-key=none",
            "--mcp.client.spring-ai.attach-to-chat-clients=true",
            "--mcp.client.servers.weather.url=" + WEATHER.url());
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
    assertThat(CHANGES.poll(60, TimeUnit.SECONDS)).isEqualTo("weather");
  }

  @AfterAll
  static void stop() {
    context.close();
    WEATHER.close();
  }

  @Test
  void chatClientHasCurrentTools() throws InterruptedException {
    ChatClient chat = context.getBean("early", ChatClient.class);
    MODEL.callsTool("weather__forecast", "{}").says("Take an umbrella").says("Hello");

    assertThat(chat.prompt("Weather?").call().content()).isEqualTo("Take an umbrella");
    assertThat(MODEL.requests().get(0).toolNames()).containsExactly("weather__forecast");
    assertThat(MODEL.requests().get(1).toolResults().get(0).asText()).contains("Rain");

    WEATHER.tool("tide");
    WEATHER.announceToolsChanged();
    assertThat(CHANGES.poll(60, TimeUnit.SECONDS)).isEqualTo("weather");
    chat.prompt("Hello?").call().content();

    assertThat(MODEL.requests().get(2).toolNames())
        .containsExactlyInAnyOrder("weather__forecast", "weather__tide");
  }

  @Test
  void attachesToolsOncePerBuilder() {
    MODEL.says("One").says("Two");

    context.getBean(ChatClient.Builder.class).build().prompt("Hello?").call().content();
    context.getBean(ChatClient.Builder.class).build().prompt("Hello?").call().content();

    assertThat(MODEL.requests())
        .hasSize(2)
        .allSatisfy(
            request -> assertThat(request.toolNames()).containsOnlyOnce("weather__forecast"));
  }

  @Test
  void attachesToolsOnlyIfEnabled() {
    ApplicationContextRunner runner =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    McpClientAutoConfiguration.class,
                    McpSpringAiAutoConfiguration.class,
                    McpChatClientAutoConfiguration.class));

    runner.run(context -> assertThat(context).doesNotHaveBean("mcpChatClientCustomizer"));
    runner
        .withPropertyValues(
            "mcp.client.spring-ai.attach-to-chat-clients=true",
            "mcp.client.spring-ai.enabled=false")
        .run(
            context ->
                assertThat(context).hasNotFailed().doesNotHaveBean(ChatClientCustomizer.class));
  }
}
