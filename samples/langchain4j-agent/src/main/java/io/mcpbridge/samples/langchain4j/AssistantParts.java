package io.mcpbridge.samples.langchain4j;

import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.mcpbridge.samples.model.ScriptedModel;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** The {@link Assistant}'s other dependencies: any OpenAI-compatible model, and a chat memory. */
@Configuration(proxyBeanMethods = false)
class AssistantParts {

  @Bean
  ChatModel chatModel(
      Optional<ScriptedModel> scripted,
      @Value("${OPENAI_BASE_URL:https://api.openai.com/v1}") String baseUrl,
      @Value("${OPENAI_API_KEY:none}") String apiKey,
      @Value("${OPENAI_MODEL:gpt-4.1-mini}") String model) {
    return OpenAiChatModel.builder()
        .baseUrl(scripted.map(ScriptedModel::baseUrl).orElse(baseUrl))
        .apiKey(apiKey)
        .modelName(model)
        .build();
  }

  @Bean
  ChatMemory chatMemory() {
    return MessageWindowChatMemory.withMaxMessages(40);
  }

  /** The fallback if no API key is configured. */
  @Bean
  @Profile("scripted-model")
  ScriptedModel scriptedModel() {
    LoggerFactory.getLogger(ScriptedModel.class)
        .info("OPENAI_API_KEY is not set: the answers are scripted, no real model is asked");
    return ScriptedModel.start();
  }
}
