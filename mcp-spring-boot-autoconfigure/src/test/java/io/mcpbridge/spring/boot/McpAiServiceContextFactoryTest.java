package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServiceContext;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.langchain4j.spi.services.AiServiceContextFactory;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.spring.boot.autoconfigure.McpLangChain4jAutoConfiguration;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Calls to tools that an AI service does not have. */
class McpAiServiceContextFactoryTest {

  private static final String UNKNOWN = "There is no tool named s__ping";

  interface Assistant {

    String chat(String message);
  }

  /** Calls a tool that does not exist, and then repeats the error text. */
  private static final class HallucinatingModel implements ChatModel {

    @Override
    public ChatResponse doChat(ChatRequest request) {
      AiMessage answer =
          request.messages().get(request.messages().size() - 1)
                  instanceof ToolExecutionResultMessage result
              ? AiMessage.from(result.text())
              : AiMessage.from(
                  ToolExecutionRequest.builder().id("c").name("s__ping").arguments("{}").build());
      return ChatResponse.builder().aiMessage(answer).build();
    }
  }

  private static ApplicationContextRunner agent(String... properties) {
    return application(properties)
        .withConfiguration(AutoConfigurations.of(McpLangChain4jAutoConfiguration.class));
  }

  private static String chat(ToolProvider tools, UnaryOperator<AiServices<Assistant>> settings) {
    return settings
        .apply(
            AiServices.builder(Assistant.class)
                .chatModel(new HallucinatingModel())
                .toolProvider(tools))
        .build()
        .chat("Go");
  }

  @Test
  void answerUnknownTools() {
    agent()
        .run(
            context -> {
              McpToolProvider tools = context.getBean(McpToolProvider.class);
              assertThat(chat(tools, as -> as)).startsWith(UNKNOWN);
            });
  }

  @Test
  void prefersStrategyOfApplication() {
    agent()
        .run(
            context -> {
              McpToolProvider tools = context.getBean(McpToolProvider.class);
              assertThat(
                      chat(
                          tools,
                          as ->
                              as.hallucinatedToolNameStrategy(
                                  request -> ToolExecutionResultMessage.from(request, "own"))))
                  .isEqualTo("own");
            });
  }

  @Test
  void doesNotAffectAiServicesWithOtherTools() {
    ToolProvider provider = request -> ToolProviderResult.builder().build();

    assertThatThrownBy(() -> chat(provider, as -> as)).hasMessageContaining("s__ping");
  }

  /** LangChain4j uses the first factory on the class path. */
  @Test
  void keepsOtherAiServicesFactory(@TempDir Path folder) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(AiServiceContextFactory.class.getName()),
        OtherContextFactory.class.getName());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader with = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
      thread.setContextClassLoader(with);

      assertThat(new McpAiServiceContextFactory().create(Assistant.class))
          .isInstanceOf(OtherContextFactory.Context.class);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** A factory of another library. */
  public static final class OtherContextFactory implements AiServiceContextFactory {

    @Override
    public AiServiceContext create(Class<?> aiServiceClass) {
      return new Context(aiServiceClass);
    }

    static final class Context extends AiServiceContext {
      Context(Class<?> aiServiceClass) {
        super(aiServiceClass);
      }
    }
  }
}
