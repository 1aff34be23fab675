package io.mcpbridge.spring.security;

import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.context.ApplicationContext;

/** The ways to call an agent. */
enum Agent {
  SPRING_AI {
    @Override
    String ask(ApplicationContext context, String model) {
      return chat(context).call().content();
    }
  },
  SPRING_AI_STREAMING {
    @Override
    String ask(ApplicationContext context, String model) {
      List<String> parts = chat(context).stream().content().collectList().block(SOON);
      return String.join("", parts);
    }
  },
  LANGCHAIN4J {
    @Override
    String ask(ApplicationContext context, String model) {
      return AiServices.builder(Assistant.class)
          .chatModel(model(model))
          .toolProvider(context.getBean(McpToolProvider.class))
          .build()
          .chat(QUESTION);
    }
  },
  LANGCHAIN4J_STREAMING {
    /** The JDK's HTTP client completes on the common pool, which may be one thread (JDK 25). */
    @Override
    int atOnce(int users) {
      return Runtime.version().feature() < 25
          ? users
          : Math.min(users, ForkJoinPool.getCommonPoolParallelism());
    }

    @Override
    String ask(ApplicationContext context, String model) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      AiServices.builder(StreamingAssistant.class)
          .streamingChatModel(
              OpenAiStreamingChatModel.builder()
                  .baseUrl(model + "/v1")
                  .apiKey("none")
                  .modelName("stub")
                  .build())
          .toolProvider(context.getBean(McpToolProvider.class))
          .build()
          .chat(QUESTION)
          .onPartialResponse(part -> {})
          .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
          .onError(answer::completeExceptionally)
          .start();
      return answer.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join();
    }
  };

  private static final String QUESTION = "Who am I?";
  private static final Duration SOON = Duration.ofSeconds(60);

  /** How many of these calls are in flight before the first response. */
  int atOnce(int users) {
    return users;
  }

  /** The agent's response to a question asked on this thread. */
  abstract String ask(ApplicationContext context, String model);

  static ChatClient.ChatClientRequestSpec chat(ApplicationContext context) {
    return ChatClient.create(context.getBean(ChatModel.class))
        .prompt(QUESTION)
        .toolCallbacks(context.getBean(McpToolCallbackProvider.class));
  }

  static OpenAiChatModel model(String url) {
    return OpenAiChatModel.builder()
        .baseUrl(url + "/v1")
        .apiKey("none")
        .modelName("stub")
        .maxRetries(0)
        .build();
  }

  interface Assistant {
    String chat(String question);
  }

  interface StreamingAssistant {
    TokenStream chat(String question);
  }
}
