package io.mcpbridge.realservers.stores;

import com.zaxxer.hikari.HikariDataSource;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.jdbc.JdbcApprovalStore;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.spring.ai.McpAdvisor;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/**
 * An application instance in its own process: some of its threads decide about calls, the others
 * let conversations go on, those with an even number with LangChain4j and the others with Spring
 * AI.
 */
final class ApprovalInstance implements AutoCloseable {

  /** How long a call counts as running after its process was killed. */
  static final Duration UNKNOWN_AFTER = Duration.ofSeconds(3);

  static final int RESUMING_THREADS = 4;

  private static final int DECIDING_THREADS = 2;

  private final Process process;

  private ApprovalInstance(Process process) {
    this.process = process;
  }

  static ApprovalInstance start(Database database, String serverUrl, int conversations)
      throws IOException {
    return new ApprovalInstance(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                "-cp",
                System.getProperty("java.class.path"),
                ApprovalInstance.class.getName(),
                database.url(),
                serverUrl,
                Integer.toString(conversations))
            .inheritIO()
            .start());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process with a signal that it cannot handle. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  static McpApprovals.Builder approvals(HikariDataSource pool) {
    return McpApprovals.builder()
        .store(JdbcApprovalStore.of(pool))
        .unknownAfter(UNKNOWN_AFTER)
        .suspendFor(Duration.ofHours(1));
  }

  static ToolCatalog catalog(String serverUrl, McpApprovals approvals) {
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("files", StreamableHttpTransport.of(serverUrl))
            .approval(ApprovalPolicy.builder().ask("*").handlerAsync(approvals).build())
            .build();
    if (!catalog.awaitReady(Duration.ofSeconds(60))) {
      throw new IllegalStateException("the server is not ready");
    }
    return catalog;
  }

  static String conversation(int number) {
    return "conversation-" + number;
  }

  /** Runs in the child process, until that is killed. */
  public static void main(String[] args) {
    HikariDataSource pool = new Database("", args[0]).pool(new Database.Pool(10, true, false));
    McpApprovals approvals = approvals(pool).build();
    ToolCatalog catalog = catalog(args[1], approvals);
    int conversations = Integer.parseInt(args[2]);
    for (int i = 0; i < DECIDING_THREADS; i++) {
      new Thread(() -> decide(approvals)).start();
    }
    for (int i = 0; i < RESUMING_THREADS; i++) {
      new Thread(() -> resume(approvals, catalog, conversations)).start();
    }
  }

  private static void decide(McpApprovals approvals) {
    Random random = ThreadLocalRandom.current();
    while (true) {
      List<PendingApproval> waiting = approvals.all();
      if (waiting.isEmpty()) {
        return;
      }
      for (int i = 0; i < 20; i++) {
        PendingApproval call = waiting.get(random.nextInt(waiting.size()));
        approvals.decideAsApprover(call.id(), "ops", decision(call, random.nextInt(10)));
      }
    }
  }

  private static ApprovalDecision decision(PendingApproval call, int kind) {
    switch (kind) {
      case 0:
        return ApprovalDecision.deny("not today");
      case 1:
        return ApprovalDecision.allow()
            .withArguments(Map.of("n", call.arguments().get("n"), "edited", true));
      default:
        return ApprovalDecision.allow();
    }
  }

  private static void resume(McpApprovals approvals, ToolCatalog catalog, int conversations) {
    McpToolProvider langChain4j = McpToolProvider.of(catalog);
    ChatModel model =
        prompt -> new ChatResponse(List.of(new Generation(new AssistantMessage("I see"))));
    ChatClient springAi =
        ChatClient.builder(model)
            .defaultOptions(ToolCallingChatOptions.builder().build())
            .defaultToolCallbacks(McpToolCallbackProvider.of(catalog))
            .defaultAdvisors(McpAdvisor.create().withApprovals(approvals))
            .build();
    Random random = ThreadLocalRandom.current();
    while (true) {
      int number = random.nextInt(conversations);
      String conversation = conversation(number);
      if (number % 2 == 0) {
        langChain4j.resume(approvals, conversation, MessageWindowChatMemory.withMaxMessages(10));
      } else {
        String unused =
            springAi
                .prompt("Go on")
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, conversation))
                .call()
                .content();
      }
    }
  }
}
