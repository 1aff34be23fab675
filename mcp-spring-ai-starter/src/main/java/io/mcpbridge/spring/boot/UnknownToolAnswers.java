package io.mcpbridge.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.DefaultToolDefinition;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Has a model told that a tool does not exist, where Spring AI would end the chat: behind whatever
 * else finds tools by name. Calls nothing, because a chat may have been given fewer tools than
 * there are, and names none for the same reason: the model has the list.
 */
final class UnknownToolAnswers implements BeanPostProcessor {

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    return bean instanceof ToolCallbackResolver resolver ? answering(resolver) : bean;
  }

  private static ToolCallbackResolver answering(ToolCallbackResolver resolver) {
    return name -> {
      ToolCallback known = resolver.resolve(name);
      return known == null ? new Unknown(name) : known;
    };
  }

  /** What stands in for a tool that is not there. */
  private record Unknown(String name) implements ToolCallback {

    @Override
    public ToolDefinition getToolDefinition() {
      return new DefaultToolDefinition(
          name.isBlank() ? "unknown" : name, "Does not exist", "{\"type\":\"object\"}");
    }

    @Override
    public String call(@Nullable String toolInput) {
      throw new ToolExecutionException(
          getToolDefinition(),
          new IllegalArgumentException(
              "There is no tool of that name. Use one of the tools that you were given, by its"
                  + " exact name."));
    }
  }
}
