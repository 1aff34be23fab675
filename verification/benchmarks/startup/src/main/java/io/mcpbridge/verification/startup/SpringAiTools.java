package io.mcpbridge.verification.startup;

import java.util.Arrays;
import java.util.stream.Stream;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.context.ApplicationContext;

/** The tools of Spring AI's {@link ToolCallbackProvider} beans. */
record SpringAiTools(ApplicationContext context) implements Tools {

  private Stream<ToolCallback> callbacks() {
    return context.getBeanProvider(ToolCallbackProvider.class).stream()
        .flatMap(provider -> Arrays.stream(provider.getToolCallbacks()));
  }

  @Override
  public int count() {
    return (int) callbacks().count();
  }

  @Override
  public Tool first() {
    return callbacks().findFirst().orElseThrow()::call;
  }
}
