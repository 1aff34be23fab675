package demo;

import dev.langchain4j.http.client.HttpClientBuilderLoader;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.spring.AiService;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

@AiService
interface Assistant {
  String chat(String message);
}

@Configuration(proxyBeanMethods = false)
class Models {

  @Bean
  ChatModel chatModel(@Value("${guest.url}") String url) {
    Guest.print("chat builder", HttpClientBuilderLoader.loadHttpClientBuilder().getClass().getName());
    return OpenAiChatModel.builder()
        .baseUrl(url + "/v1")
        .apiKey("none")
        .modelName("m")
        .maxRetries(0)
        .build();
  }
}

@Component
class Chat {

  private final Assistant assistant;

  Chat(Assistant assistant) {
    this.assistant = assistant;
  }

  String ask() {
    return assistant.chat("hello");
  }
}
