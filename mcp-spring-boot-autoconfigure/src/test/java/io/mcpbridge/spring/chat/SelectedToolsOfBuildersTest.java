package io.mcpbridge.spring.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.boot.McpTools;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientCustomizer;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Agents that share one builder, or are created while another agent is. */
class SelectedToolsOfBuildersTest {

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final String ATTACH = "--mcp.client.spring-ai.attach-to-chat-clients=true";

  private final FakeMcpServer server = FakeMcpServer.create();

  @BeforeEach
  void script() {
    server.tool("read");
    server.tool("write");
  }

  @AfterEach
  void close() {
    server.close();
  }

  @EnableAutoConfiguration
  static class SharedBuilder {

    @Bean
    ChatClient.Builder builder(ChatModel model) {
      return ChatClient.builder(model);
    }

    @Bean
    ChatClient reader(@McpTools(include = "read") ChatClient.Builder chat) {
      return chat.build();
    }

    @Bean
    ChatClient writer(@McpTools(include = "write") ChatClient.Builder chat) {
      return chat.build();
    }

    @Bean
    ChatClient clerk(ChatClient.Builder chat) {
      return chat.build();
    }
  }

  @Test
  void agentsOfSharedBuilderHaveTheirTools() {
    try (ConfigurableApplicationContext context = start(SharedBuilder.class)) {
      assertThat(offered(context, "reader")).containsExactly("server__read");
      assertThat(offered(context, "writer")).containsExactly("server__write");
      assertThat(offered(context, "clerk")).isEmpty();
    }
  }

  @EnableAutoConfiguration
  static class SharedBuilderWithAllTools {

    @Bean
    ChatClient.Builder builder(ChatModel model, ObjectProvider<ChatClientCustomizer> customizers) {
      ChatClient.Builder builder = ChatClient.builder(model);
      customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
      return builder;
    }

    @Bean
    ChatClient clerk(ChatClient.Builder chat) {
      return chat.build();
    }

    @Bean
    ChatClient reader(@McpTools(include = "read") ChatClient.Builder chat) {
      return chat.build();
    }
  }

  @Test
  void rejectsSharedBuilderWithAllTools() {
    assertThatThrownBy(() -> start(SharedBuilderWithAllTools.class, ATTACH).close())
        .rootCause()
        .hasMessageContaining("attach-to-chat-clients gave it all tools");
  }

  /** Makes a new builder each time. */
  record Builders(ChatModel model, ObjectProvider<ChatClientCustomizer> customizers)
      implements FactoryBean<ChatClient.Builder> {

    @Override
    public ChatClient.Builder getObject() {
      ChatClient.Builder builder = ChatClient.builder(model);
      customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
      return builder;
    }

    @Override
    public Class<?> getObjectType() {
      return ChatClient.Builder.class;
    }

    @Override
    public boolean isSingleton() {
      return false;
    }
  }

  @EnableAutoConfiguration
  static class Nested {

    @Bean
    Builders builder(ChatModel model, ObjectProvider<ChatClientCustomizer> customizers) {
      return new Builders(model, customizers);
    }

    /** Creates another agent while the builder of the first one is created. */
    @Bean
    ChatClientCustomizer createsWriter(BeanFactory beans) {
      AtomicBoolean isFirst = new AtomicBoolean(true);
      return builder -> {
        if (isFirst.getAndSet(false)) {
          beans.getBean("writer");
        }
      };
    }

    @Bean
    ChatClient reader(@McpTools(include = "read") ChatClient.Builder chat) {
      return chat.build();
    }

    @Bean
    @Lazy
    ChatClient writer(@McpTools(include = "write") ChatClient.Builder chat) {
      return chat.build();
    }
  }

  @Test
  void agentsCreatedWithinAnotherHaveTheirTools() {
    try (ConfigurableApplicationContext context = start(Nested.class, ATTACH)) {
      assertThat(offered(context, "reader")).containsExactly("server__read");
      assertThat(offered(context, "writer")).containsExactly("server__write");
    }
  }

  private ConfigurableApplicationContext start(Class<?> application, String... properties) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--spring.ai.openai.base-url=" + MODEL.url(),
                "--spring.ai.openai.api-key=none",
                "--mcp.client.servers.server.url=" + server.url()));
    arguments.addAll(List.of(properties));
    return Applications.start(application, arguments.toArray(String[]::new));
  }

  private static List<String> offered(ConfigurableApplicationContext context, String agent) {
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
    MODEL.forget();
    MODEL.says("Hello");
    context.getBean(agent, ChatClient.class).prompt("Hello?").call().content();
    return MODEL.requests().get(0).toolNames();
  }
}
