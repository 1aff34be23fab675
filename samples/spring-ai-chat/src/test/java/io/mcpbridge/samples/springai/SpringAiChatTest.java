package io.mcpbridge.samples.springai;

import io.mcpbridge.samples.terminal.WeatherAgentContract;

class SpringAiChatTest extends WeatherAgentContract {

  SpringAiChatTest() {
    super(SpringAiChat.class, context -> context.getBean(Chat.class)::ask);
  }
}
