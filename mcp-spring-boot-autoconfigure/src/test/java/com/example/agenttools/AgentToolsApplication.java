package com.example.agenttools;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
class AgentToolsApplication {

  @Bean
  ChatModel chatModel(@Value("${model.url}") String url) {
    return OpenAiChatModel.builder()
        .baseUrl(url + "/v1")
        .apiKey("none")
        .modelName("stub")
        .maxRetries(0)
        .build();
  }
}
