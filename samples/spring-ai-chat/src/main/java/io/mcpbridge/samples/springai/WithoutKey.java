package io.mcpbridge.samples.springai;

import io.mcpbridge.samples.model.ScriptedModel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/**
 * Replaces the model that Spring AI would create from {@code spring.ai.openai.*} with a scripted
 * one, to try the sample without an API key. Your own application does not need this.
 */
@Configuration(proxyBeanMethods = false)
@Profile("scripted-model")
class WithoutKey {

  private static final Logger log = LoggerFactory.getLogger(WithoutKey.class);

  @Bean
  ScriptedModel scriptedModel() {
    log.info("OPENAI_API_KEY is not set: the answers are scripted, no real model is asked");
    return ScriptedModel.start();
  }

  @Bean
  OpenAiChatModel scriptedChatModel(ScriptedModel scripted) {
    OpenAiChatOptions options =
        OpenAiChatOptions.builder()
            .baseUrl(scripted.baseUrl())
            .apiKey("none")
            .model("scripted")
            .build();
    return OpenAiChatModel.builder().options(options).build();
  }
}
