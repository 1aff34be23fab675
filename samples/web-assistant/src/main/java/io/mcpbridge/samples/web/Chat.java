package io.mcpbridge.samples.web;

import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.oauth.McpAuthorization;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What the page {@code static/index.html} requests, besides the calls that wait for approval. */
@RestController
class Chat {

  /**
   * What the page shows beside the conversation.
   *
   * @param tools of this user
   * @param waiting servers that need this user's permission (OAuth)
   * @param questions of servers
   */
  record State(
      String user, List<String> tools, List<String> waiting, List<Questions.Question> questions) {}

  private final ChatClient chat;
  private final McpToolCallbackProvider mcpTools;
  private final McpAuthorization authorization;
  private final Questions questions;

  Chat(
      ChatClient.Builder chat,
      ChatMemory memory,
      McpToolCallbackProvider mcpTools,
      McpAuthorization authorization,
      Questions questions) {
    this.chat = chat.defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build()).build();
    this.mcpTools = mcpTools;
    this.authorization = authorization;
    this.questions = questions;
  }

  /** The tools and their calls are those of the user on this thread. */
  @PostMapping("/chat")
  @Nullable String ask(@RequestBody String question, Principal user) {
    return chat.prompt(question)
        .tools(mcpTools)
        .advisors(advisor -> advisor.param(ChatMemory.CONVERSATION_ID, user.getName()))
        .call()
        .content();
  }

  @GetMapping("/state")
  State state(Principal user) {
    List<String> tools =
        Stream.of(mcpTools.getToolCallbacks())
            .map(tool -> tool.getToolDefinition().name())
            .toList();
    return new State(user.getName(), tools, authorization.waiting(), questions.of(user.getName()));
  }

  @PostMapping("/questions/{id}")
  void accept(@PathVariable String id, @RequestBody Map<String, Object> form, Principal user) {
    questions.answer(user.getName(), id, Optional.of(form));
  }

  @DeleteMapping("/questions/{id}")
  void decline(@PathVariable String id, Principal user) {
    questions.answer(user.getName(), id, Optional.empty());
  }
}
