package io.mcpbridge.spring.wire;

import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.context.ApplicationContext;

/** How an application calls its model. */
enum ChatMode {
  SPRING_AI {
    @Override
    String ask(ApplicationContext application, String question) {
      return Objects.requireNonNull(prompt(application, question).call().content());
    }
  },
  SPRING_AI_STREAM {
    @Override
    String ask(ApplicationContext application, String question) throws Exception {
      return String.join(
          "",
          prompt(application, question).stream()
              .content()
              .collectList()
              .toFuture()
              .get(60, TimeUnit.SECONDS));
    }
  },
  LANGCHAIN4J {
    @Override
    String ask(ApplicationContext application, String question) {
      return application.getBean(WireApplication.Assistant.class).chat(question);
    }
  },
  LANGCHAIN4J_STREAM {
    @Override
    String ask(ApplicationContext application, String question) throws Exception {
      CompletableFuture<String> answer = new CompletableFuture<>();
      application
          .getBean(WireApplication.StreamingAssistant.class)
          .chat(question)
          .onPartialResponse(word -> {})
          .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
          .onError(answer::completeExceptionally)
          .start();
      return answer.get(60, TimeUnit.SECONDS);
    }
  };

  /** Asks, and returns the model's final text. */
  abstract String ask(ApplicationContext application, String question) throws Exception;

  boolean isSpringAi() {
    return this == SPRING_AI || this == SPRING_AI_STREAM;
  }

  boolean isStream() {
    return this == SPRING_AI_STREAM || this == LANGCHAIN4J_STREAM;
  }

  /** The same framework without streaming. */
  ChatMode unstreamed() {
    return isSpringAi() ? SPRING_AI : LANGCHAIN4J;
  }

  private static ChatClient.ChatClientRequestSpec prompt(
      ApplicationContext application, String question) {
    return application
        .getBean(ChatClient.Builder.class)
        .build()
        .prompt(question)
        .toolCallbacks(application.getBean(McpToolCallbackProvider.class));
  }
}
