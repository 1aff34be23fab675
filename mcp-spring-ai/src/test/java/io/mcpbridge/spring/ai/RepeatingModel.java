package io.mcpbridge.spring.ai;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;

/** Calls its only tool and repeats the result. Executes tools as models of providers do. */
public final class RepeatingModel implements ChatModel {

  private final ToolCallingManager manager = ToolCallingManager.builder().build();
  private final String arguments;

  /** Calls the tool without arguments. */
  public RepeatingModel() {
    this("{}");
  }

  /**
   * @param arguments as JSON
   */
  public RepeatingModel(String arguments) {
    this.arguments = arguments;
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    List<Message> messages = prompt.getInstructions();
    if (messages.get(messages.size() - 1) instanceof ToolResponseMessage result) {
      return response(new AssistantMessage(result.getResponses().get(0).responseData()));
    }
    ToolCallingChatOptions options = (ToolCallingChatOptions) prompt.getOptions();
    String tool = options.getToolCallbacks().get(0).getToolDefinition().name();
    ChatResponse toolCall =
        response(
            AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall("1", "function", tool, arguments)))
                .build());
    return call(
        new Prompt(manager.executeToolCalls(prompt, toolCall).conversationHistory(), options));
  }

  private static ChatResponse response(AssistantMessage message) {
    return new ChatResponse(List.of(new Generation(message)));
  }

  @Override
  public ChatOptions getDefaultOptions() {
    return ToolCallingChatOptions.builder().build();
  }
}
