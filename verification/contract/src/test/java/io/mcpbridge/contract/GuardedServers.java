package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two servers, one with a tool that needs approval, and the approver. */
@ExtendWith(LeakCheck.class)
abstract class GuardedServers {

  static final Duration SOON = Duration.ofSeconds(60);

  final FakeMcpServer files = FakeMcpServer.create();
  final FakeMcpServer news = FakeMcpServer.create();
  final BlockingQueue<ApprovalRequest> approvalRequests = new LinkedBlockingQueue<>();
  ToolCatalog catalog;

  @AfterEach
  void close() {
    if (catalog != null) {
      catalog.close();
    }
    files.close();
    news.close();
  }

  void start(ApprovalPolicy policy, String... alwaysAllow) {
    start(() -> policy, alwaysAllow);
  }

  void start(Supplier<ApprovalPolicy> policy, String... alwaysAllow) {
    files.tool("read").annotations("{\"readOnlyHint\": true}").returns("did read");
    files.tool("purge").description("Deletes all").returns("did purge");
    news.tool("purge").returns("news");
    catalog =
        ToolCatalog.builder()
            .server(
                "files",
                files.transport(),
                ServerOptions.builder().alwaysAllow(alwaysAllow).build())
            .server("news", news.transport())
            .approval(policy)
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  ToolOutput call(String name) {
    return call(name, "/tmp");
  }

  ToolOutput call(String name, String path) {
    return catalog.call(name, "{\"path\": \"" + path + "\"}", CallOptions.defaults());
  }

  ApprovalHandler answering(ApprovalDecision decision) {
    return ApprovalHandler.of(
        request -> {
          approvalRequests.add(request);
          return decision;
        });
  }

  ApprovalPolicy asking(ApprovalHandler handler) {
    return ApprovalPolicy.builder().ask("purge").handlerAsync(handler).build();
  }
}
