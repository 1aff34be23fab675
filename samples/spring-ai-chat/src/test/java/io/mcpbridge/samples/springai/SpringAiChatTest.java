package io.mcpbridge.samples.springai;

import io.mcpbridge.samples.terminal.WeatherAgentContract;
import org.springframework.context.ConfigurableApplicationContext;

class SpringAiChatTest extends WeatherAgentContract {

  @Override
  protected ConfigurableApplicationContext start(String... args) {
    return SpringAiChat.start(args);
  }
}
