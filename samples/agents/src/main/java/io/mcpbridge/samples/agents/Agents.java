package io.mcpbridge.samples.agents;

import static io.mcpbridge.selection.ToolTrait.READ_ONLY;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.samples.terminal.TerminalApplication;
import io.mcpbridge.spring.boot.McpTools;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Plans a journey: one agent finds the weather, the next one says what to pack. */
@SpringBootApplication
public class Agents {

  /** Has the tools of the server {@code weather}. */
  public interface Forecaster {
    /** Finds the weather. */
    @Agent(outputKey = "weather")
    @UserMessage("What is the weather in {{city}}?")
    String weatherIn(@V("city") String city);
  }

  /** Has the read-only tools of the server {@code files}: it cannot write or move files. */
  public interface Packer {
    /** Says what to pack. */
    @Agent(outputKey = "luggage")
    @SystemMessage("The weather there: {{weather}}")
    @UserMessage("Read the file {{list}}, and say what to pack.")
    String luggageFor(@V("weather") String weather, @V("list") String list);
  }

  @Bean
  @McpTools(servers = "weather")
  Forecaster forecaster(ChatModel model, McpToolProvider mcpTools) {
    return AgenticServices.agentBuilder(Forecaster.class)
        .chatModel(model)
        .toolProvider(mcpTools)
        .build();
  }

  @Bean
  @McpTools(servers = "files", traits = READ_ONLY)
  Packer packer(ChatModel model, McpToolProvider mcpTools) {
    return AgenticServices.agentBuilder(Packer.class)
        .chatModel(model)
        .toolProvider(mcpTools)
        .build();
  }

  @Bean
  UntypedAgent journey(Forecaster forecaster, Packer packer) {
    return AgenticServices.sequenceBuilder()
        .subAgents(forecaster, packer)
        .output(scope -> scope.readState("weather") + "\n" + scope.readState("luggage"))
        .build();
  }

  @Bean
  ChatModel model(
      @Value("${openai.base-url}") String baseUrl,
      @Value("${openai.api-key}") String apiKey,
      @Value("${openai.model}") String model) {
    return OpenAiChatModel.builder().baseUrl(baseUrl).apiKey(apiKey).modelName(model).build();
  }

  /** Plans a journey to the city in the arguments. */
  public static void main(String[] args) {
    TerminalApplication.run(
        Agents.class,
        args,
        context -> {
          String list = context.getEnvironment().getRequiredProperty("packing-list");
          UntypedAgent journey = context.getBean("journey", UntypedAgent.class);
          return city -> String.valueOf(journey.invoke(Map.of("city", city, "list", list)));
        });
  }
}
