package io.mcpbridge.spring.wire;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.spring.AiService;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.spring.boot.McpServerCustomizer;
import io.mcpbridge.spring.boot.ToolCatalogCustomizer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import reactor.core.scheduler.Schedulers;

/** An application with both frameworks, without tool configuration. */
@SpringBootApplication
class WireApplication {

  @AiService
  interface Assistant {

    String chat(String message);
  }

  @AiService
  interface StreamingAssistant {

    TokenStream chat(String message);
  }

  /** The non-blocking threads, according to Reactor, on which tools were called. */
  static final Set<String> HELD_UP = ConcurrentHashMap.newKeySet();

  @Bean
  ToolCatalogCustomizer threads() {
    return catalog ->
        catalog.addCallInterceptor(
            chain -> {
              if (Schedulers.isInNonBlockingThread()) {
                HELD_UP.add(Thread.currentThread().getName());
              }
              return chain.proceed(chain.request());
            });
  }

  @Bean
  McpServerCustomizer withoutCircuitBreaker() {
    return new McpServerCustomizer() {
      @Override
      public void options(String server, ServerOptionsBuilder options) {
        options.callLimits(limits -> limits.circuitBreakerFailureThreshold(0));
      }
    };
  }

  @Bean
  ChatModel chatModel(@Value("${model.url}") String url) {
    return OpenAiChatModel.builder()
        .baseUrl(url + "/v1")
        .apiKey("none")
        .modelName("stub")
        .maxRetries(0)
        .build();
  }

  @Bean
  StreamingChatModel streamingChatModel(@Value("${model.url}") String url) {
    return OpenAiStreamingChatModel.builder()
        .baseUrl(url + "/v1")
        .apiKey("none")
        .modelName("stub")
        .build();
  }
}
