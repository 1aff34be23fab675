package io.mcpbridge.verification.startup;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import java.util.Map;
import org.springframework.context.ApplicationContext;

/** The tools of LangChain4j's {@link ToolProvider} bean. */
record LangChain4jTools(ApplicationContext context) implements Tools {

  private Map<ToolSpecification, ToolExecutor> executors() {
    ToolProviderRequest request =
        ToolProviderRequest.builder()
            .invocationContext(InvocationContext.builder().build())
            .userMessage(UserMessage.from("-"))
            .build();
    return context.getBean(ToolProvider.class).provideTools(request).tools();
  }

  @Override
  public int count() {
    return executors().size();
  }

  @Override
  public Tool first() {
    Map.Entry<ToolSpecification, ToolExecutor> tool = executors().entrySet().iterator().next();
    String name = tool.getKey().name();
    return arguments ->
        tool.getValue()
            .execute(
                ToolExecutionRequest.builder().id("1").name(name).arguments(arguments).build(),
                null);
  }
}
