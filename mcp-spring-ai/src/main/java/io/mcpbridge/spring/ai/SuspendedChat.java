package io.mcpbridge.spring.ai;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.ResumedCall;
import io.mcpbridge.catalog.ToolSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/**
 * Makes the approved calls of a request's conversation, and puts their results before the message
 * of its user: a chat memory may not have the requests of calls.
 */
record SuspendedChat(McpApprovals approvals) {

  private static final Logger log = LoggerFactory.getLogger(McpAdvisor.class);

  /** On whose behalf calls were suspended. */
  private record Requester(@Nullable Object user, @Nullable Object conversation) {}

  /**
   * The results that the conversation does not have yet. None if the conversation is unknown, since
   * they may be those of others, and none between the rounds of calls that an application makes.
   *
   * @param advised the tools of the request
   */
  List<ResumedCall> resume(
      ChatClientRequest request, List<McpToolCallback> advised, McpToolResults results) {
    if (!(request.prompt().getLastUserOrToolResponseMessage() instanceof UserMessage)) {
      return List.of();
    }
    Map<String, Object> toolContext =
        request.prompt().getOptions() instanceof ToolCallingChatOptions options
                && options.getToolContext() != null
            ? options.getToolContext()
            : Map.of();
    Map<Requester, McpToolCallback> requesters = new LinkedHashMap<>();
    for (McpToolCallback tool : advised) {
      Object conversation = tool.conversationId(toolContext);
      if (conversation != null) {
        requesters.putIfAbsent(new Requester(tool.user(), conversation), tool);
      }
    }
    List<ToolSet> sets = advised.stream().map(McpToolCallback::tools).distinct().toList();
    List<ResumedCall> resumed = new ArrayList<>();
    try {
      requesters.forEach(
          (requester, tool) ->
              resumed.addAll(
                  approvals.resume(
                      requester.user(),
                      requester.conversation(),
                      call -> {
                        ToolSet.MatchedTool matched = ToolSet.matchedTool(call.modelName(), sets);
                        if (matched != null) { // or else it stays allowed until it is there again
                          tool.resume(matched, call, results, toolContext);
                        }
                      })));
    } catch (RuntimeException e) {
      log.error("Results of suspended calls are missing from this turn of the chat", e);
    }
    return resumed;
  }

  ChatClientRequest withResults(ChatClientRequest request, List<ResumedCall> resumed) {
    if (resumed.isEmpty()) {
      return request;
    }
    return request
        .mutate()
        .prompt(
            request
                .prompt()
                .augmentUserMessage(
                    message -> message.mutate().text(text(resumed, message.getText())).build()))
        .build();
  }

  private static String text(List<ResumedCall> resumed, @Nullable String userText) {
    String results = resumed.stream().map(ResumedCall::message).collect(Collectors.joining("\n"));
    return Stream.of(results, userText == null ? "" : userText)
        .filter(text -> !text.isBlank())
        .collect(Collectors.joining("\n\n"));
  }

  /** The turn is over, so that the chat memory has its user message. */
  void delivered(List<ResumedCall> resumed) {
    try {
      resumed.forEach(call -> approvals.delivered(call.approval()));
    } catch (RuntimeException e) {
      log.error("Results of suspended calls will be repeated in the next turn of the chat", e);
    }
  }
}
