package io.mcpbridge.samples.langchain4j;

import io.mcpbridge.samples.terminal.WeatherAgentContract;
import org.springframework.context.ConfigurableApplicationContext;

class LangChain4jAgentTest extends WeatherAgentContract {

  @Override
  protected ConfigurableApplicationContext start(String... args) {
    return LangChain4jAgent.start(args);
  }
}
