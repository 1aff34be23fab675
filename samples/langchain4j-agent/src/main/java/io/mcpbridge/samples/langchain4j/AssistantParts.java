package io.mcpbridge.samples.langchain4j;

import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The {@link Assistant}'s other dependencies: any OpenAI-compatible model, and a chat memory. */
@Configuration(proxyBeanMethods = false)
class AssistantParts {

  @Bean
  ChatModel chatModel(
      @Value("${OPENAI_BASE_URL:https://api.openai.com/v1}") String baseUrl,
      @Value("${OPENAI_API_KEY:none}") String apiKey,
      @Value("${OPENAI_MODEL:gpt-4.1-mini}") String model) {
    return OpenAiChatModel.builder().baseUrl(baseUrl).apiKey(apiKey).modelName(model).build();
  }

  @Bean
  ChatMemory chatMemory() {
    return MessageWindowChatMemory.withMaxMessages(40);
  }
}
