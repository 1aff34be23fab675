package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.spring.AiService;
import dev.langchain4j.service.spring.AiServiceWiringMode;
import dev.langchain4j.service.spring.AiServicesAutoConfig;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.boot.autoconfigure.McpLangChain4jAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.support.GenericApplicationContext;

/** The tools of {@code @AiService} beans: by annotation, and with several providers. */
class AiServiceToolsTest {

  @AiService
  interface Plain {
    String chat(String message);
  }

  @AiService
  @McpTools(include = "read")
  interface Reader {
    String chat(String message);
  }

  /** The annotation of an interface that several services extend. */
  @McpTools(include = "write")
  interface Writers {
    String chat(String message);
  }

  @AiService
  interface Inheriting extends Writers {}

  @AiService(
      wiringMode = AiServiceWiringMode.EXPLICIT,
      chatModel = "model",
      toolProvider = "mcpToolProvider")
  @McpTools(include = "write")
  interface Explicit {
    String chat(String message);
  }

  @AiService(
      wiringMode = AiServiceWiringMode.EXPLICIT,
      chatModel = "model",
      toolProvider = "stamps")
  @McpTools(include = "write")
  interface Contradictory {
    String chat(String message);
  }

  @AiService
  @McpTools(servers = "serwer")
  interface Misspelled {
    String chat(String message);
  }

  /** A model that lists the tools it is offered. */
  @Configuration(proxyBeanMethods = false)
  static class Model {
    @Bean
    ChatModel model() {
      return new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
          String names =
              String.join(
                  ",", request.toolSpecifications().stream().map(ToolSpecification::name).toList());
          return ChatResponse.builder().aiMessage(AiMessage.from("tools:" + names)).build();
        }
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Stamps {
    @Bean
    ToolProvider stamps() {
      return tool("stamp");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Files {
    @Bean
    ToolProvider files() {
      return tool("file");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class PrimaryFiles {
    @Bean
    @Primary
    ToolProvider files() {
      return tool("file");
    }
  }

  /** Only for agents that name it. */
  @Configuration(proxyBeanMethods = false)
  static class NamedStamps {
    @Bean(defaultCandidate = false)
    ToolProvider stamps() {
      return tool("stamp");
    }
  }

  private static ToolProvider tool(String name) {
    return request ->
        ToolProviderResult.builder()
            .add(ToolSpecification.builder().name(name).build(), (call, memory) -> name)
            .build();
  }

  private static ApplicationContextRunner application(FakeMcpServer server, Class<?>... services) {
    server.tool("read");
    server.tool("write");
    return CatalogApplication.application("servers.server.url=" + server.url())
        .withConfiguration(AutoConfigurations.of(McpLangChain4jAutoConfiguration.class))
        .withUserConfiguration(AiServicesAutoConfig.class, Model.class)
        .withInitializer(
            context -> {
              for (Class<?> service : services) {
                ((GenericApplicationContext) context)
                    .registerBeanDefinition(
                        service.getSimpleName(), new RootBeanDefinition(service));
              }
            });
  }

  private static void ready(ToolCatalog catalog) {
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void annotationSelectsToolsInBothWiringModes() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      application(server, Plain.class, Reader.class, Inheriting.class, Explicit.class)
          .run(
              context -> {
                ready(context.getBean(ToolCatalog.class));
                assertThat(context.getBean(Plain.class).chat("Go"))
                    .isEqualTo("tools:server__read,server__write");
                assertThat(context.getBean(Reader.class).chat("Go"))
                    .isEqualTo("tools:server__read");
                assertThat(context.getBean(Inheriting.class).chat("Go"))
                    .isEqualTo("tools:server__write");
                assertThat(context.getBean(Explicit.class).chat("Go"))
                    .isEqualTo("tools:server__write");
              });
    }
  }

  @Test
  void annotationSelectsToolsBesideCustomProviders() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      application(server, Reader.class)
          .withUserConfiguration(Stamps.class, Files.class)
          .run(
              context -> {
                ready(context.getBean(ToolCatalog.class));
                assertThat(context.getBean(Reader.class).chat("Go"))
                    .isEqualTo("tools:server__read");
              });
    }
  }

  @Test
  void primaryProviderIsWiredAutomatically() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      application(server, Plain.class)
          .withUserConfiguration(Stamps.class, PrimaryFiles.class)
          .run(
              context ->
                  assertThat(context.getBean(Plain.class).chat("Go")).isEqualTo("tools:file"));
    }
  }

  @Test
  void namedProviderDoesNotReplaceMcpTools() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      application(server, Plain.class)
          .withUserConfiguration(NamedStamps.class)
          .run(
              context -> {
                ready(context.getBean(ToolCatalog.class));
                assertThat(context.getBean(Plain.class).chat("Go"))
                    .isEqualTo("tools:server__read,server__write");
              });
    }
  }

  @Test
  void rejectsAmbiguousProviders() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      application(server, Plain.class)
          .withUserConfiguration(Stamps.class, Files.class)
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .rootCause()
                      .hasMessageContaining("Plain are ambiguous")
                      .hasMessageContaining("'files', 'stamps'"));
    }
  }

  @Test
  void rejectsTwoSelectionsOfTools() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      application(server, Contradictory.class)
          .withUserConfiguration(Stamps.class)
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .rootCause()
                      .hasMessageContaining("both @McpTools and @AiService(toolProvider"));
    }
  }

  @Test
  void rejectsUnknownServer() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      application(server, Misspelled.class)
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .rootCause()
                      .hasMessageContaining("Misspelled")
                      .hasMessageContaining("did you mean \"server\""));
    }
  }
}
