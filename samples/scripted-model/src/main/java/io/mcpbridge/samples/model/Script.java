package io.mcpbridge.samples.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The model's behavior: it quotes tool results, turns questions into calls, and otherwise returns
 * text.
 */
final class Script {

  private Script() {}

  static Answer answer(ChatRequest request) {
    Conversation conversation = request.conversation();
    if (!conversation.results().isEmpty()) {
      return request.parallelToolCalls() ? quoted(conversation) : nextCallOrQuoted(request);
    }
    if (request.tools().isEmpty()) {
      return new Answer.Text(StandInText.noTools());
    }
    List<ToolCall> calls = new ArrayList<>();
    for (Step step : Planner.plan(conversation.question(), request.tools())) {
      if (step instanceof Step.Unclear unclear) {
        return new Answer.Text(StandInText.unclear(unclear.reason(), request.tools()));
      }
      calls.add(ToolCall.of((Step.Call) step));
    }
    return new Answer.ToolCalls(request.parallelToolCalls() ? calls : calls.subList(0, 1));
  }

  /**
   * Makes one call per turn: planning is deterministic, so the number of calls made is the position
   * in the plan.
   */
  private static Answer nextCallOrQuoted(ChatRequest request) {
    Conversation conversation = request.conversation();
    List<Step> plan =
        request.tools().isEmpty()
            ? List.of()
            : Planner.plan(conversation.question(), request.tools());
    if (conversation.callsMade() < plan.size()
        && plan.get(conversation.callsMade()) instanceof Step.Call call) {
      return new Answer.ToolCalls(List.of(ToolCall.of(call)));
    }
    return quoted(conversation);
  }

  private static Answer quoted(Conversation conversation) {
    return new Answer.Text(StandInText.quote(conversation.results(), !conversation.hasNotice()));
  }
}
