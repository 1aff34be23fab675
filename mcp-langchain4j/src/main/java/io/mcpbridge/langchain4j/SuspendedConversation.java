package io.mcpbridge.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.memory.ChatMemory;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.ResumedCall;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.client.call.CallOptions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the approved calls of a conversation, and puts their results into its memory in place of
 * the notes that they wait, so that each request of a call has a result at any time.
 */
record SuspendedConversation(
    McpApprovals approvals, List<ToolSet> sets, ToolCaller caller, InvocationContext context) {

  /** On whose behalf calls were suspended. */
  private record Requester(@Nullable Object user, @Nullable Object conversation) {

    static Requester of(CallOptions options) {
      return new Requester(options.user(), options.conversationId());
    }
  }

  /** As that of an invocation of the AI service. */
  static InvocationContext context(Object memoryId, InvocationParameters parameters) {
    return InvocationContext.builder()
        .invocationId(UUID.randomUUID())
        .chatMemoryId(memoryId)
        .invocationParameters(parameters)
        .build();
  }

  /**
   * @return text for the next user message; empty if nothing is new
   */
  String resume(ChatMemory memory) {
    List<ChatMessage> before = List.copyOf(memory.messages());
    List<ResumedCall> resumed =
        requesters().stream().flatMap(requester -> resume(requester, before)).toList();
    // with those that arrived during the calls
    List<ChatMessage> messages = new ArrayList<>(memory.messages());
    List<ResumedCall> replaced = resumed.stream().filter(call -> replace(messages, call)).toList();
    if (!replaced.isEmpty()) {
      memory.set(messages);
      replaced.forEach(call -> approvals.delivered(call.approval()));
    }
    List<ResumedCall> evicted = resumed.stream().filter(call -> !replaced.contains(call)).toList();
    return text(replaced, evicted, messages);
  }

  private Stream<ResumedCall> resume(Requester requester, List<ChatMessage> messages) {
    return approvals
        .resume(
            requester.user(),
            requester.conversation(),
            call -> {
              if (isOfMemory(messages, call)) {
                call(call, requester);
              }
            })
        .stream()
        .filter(call -> isOfMemory(messages, call.approval()));
  }

  /** Calls of an unknown conversation are of the memory that has their notes. */
  private static boolean isOfMemory(List<ChatMessage> messages, PendingApproval call) {
    return call.conversation() != null
        || messages.stream().anyMatch(message -> isNote(message, call.id()));
  }

  /**
   * The options of calls may name the user and the conversation. An AI service without
   * {@code @MemoryId} does not tell its tools the id of its memory.
   */
  private Set<Requester> requesters() {
    Set<Requester> requesters = new LinkedHashSet<>();
    for (ToolSet set : sets) {
      for (CatalogTool tool : set.tools()) {
        Requester requester = Requester.of(caller.optionsOf(tool, context));
        requesters.add(requester);
        requesters.add(new Requester(requester.user(), null));
      }
    }
    return requesters;
  }

  private void call(PendingApproval approval, Requester requester) {
    ToolSet.MatchedTool matched = ToolSet.matchedTool(approval.modelName(), sets);
    if (matched != null) { // or else it stays allowed until its server is back
      caller.resume(matched, approval, requester.conversation(), context);
    }
  }

  /** Several requests of the same call wait for one approval. */
  private static boolean replace(List<ChatMessage> messages, ResumedCall call) {
    boolean isReplaced = false;
    for (int i = 0; i < messages.size(); i++) {
      ChatMessage message = messages.get(i);
      if (isNote(message, call.approval().id())) {
        ToolExecutionResultMessage note = (ToolExecutionResultMessage) message;
        messages.set(
            i,
            ToolExecutionResultMessage.builder()
                .id(note.id())
                .toolName(note.toolName())
                .text(call.text())
                .isError(call.isError())
                .attributes(note.attributes())
                .build());
        isReplaced = true;
      }
    }
    return isReplaced;
  }

  /** Not every store keeps attributes. */
  private static boolean isNote(ChatMessage message, String approvalId) {
    if (!(message instanceof ToolExecutionResultMessage result)) {
      return false;
    }
    Map<String, Object> attributes = result.attributes();
    Object id = attributes == null ? null : attributes.get(McpApprovals.ID_META);
    return id != null
        ? id.equals(approvalId)
        : result.hasSingleText()
            && (result.text().contains("(approval " + approvalId + ")")
                || result.text().contains("(id " + approvalId + ")"));
  }

  private String text(
      List<ResumedCall> replaced, List<ResumedCall> evicted, List<ChatMessage> messages) {
    List<String> lines = new ArrayList<>();
    if (!replaced.isEmpty()) {
      lines.add(
          "Calls that waited are over; their results are above: "
              + String.join(
                  ", ", replaced.stream().map(call -> call.approval().modelName()).toList())
              + ".");
    }
    for (ResumedCall call : evicted) {
      String message = withoutVariables(call.message());
      if (isInUserMessage(messages, message)) {
        approvals.delivered(call.approval());
      } else {
        lines.add(message);
      }
    }
    return String.join("\n", lines);
  }

  /** LangChain4j takes user messages for templates, and throws if a variable is not known. */
  private static String withoutVariables(String message) {
    return message.replaceAll("\\{(?=\\{)", "{ ");
  }

  private static boolean isInUserMessage(List<ChatMessage> messages, String text) {
    return messages.stream()
        .anyMatch(
            message ->
                message instanceof UserMessage user
                    && user.hasSingleText()
                    && user.singleText().contains(text));
  }
}
