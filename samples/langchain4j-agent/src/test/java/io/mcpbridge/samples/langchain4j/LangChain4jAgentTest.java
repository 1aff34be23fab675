package io.mcpbridge.samples.langchain4j;

import io.mcpbridge.samples.terminal.WeatherAgentContract;

class LangChain4jAgentTest extends WeatherAgentContract {

  LangChain4jAgentTest() {
    super(LangChain4jAgent.class, context -> context.getBean(Assistant.class)::chat);
  }
}
