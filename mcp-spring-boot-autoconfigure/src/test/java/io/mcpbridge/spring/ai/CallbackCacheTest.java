package io.mcpbridge.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.internal.access.ToolSetCache;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.tool.ToolCallback;

/** How long the callbacks of a tool set are cached. */
@ExtendWith(LeakCheck.class)
class CallbackCacheTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final AtomicReference<ToolSet> ofUser = new AtomicReference<>();
  private ToolCatalog catalog;
  private McpToolCallbackProvider provider;

  @BeforeEach
  void start() {
    server.tool("a");
    catalog = catalog("s");
    provider =
        McpToolCallbackProvider.builder().tools(catalog).additionalTools(ofUser::get).build();
  }

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  private ToolCatalog catalog(String name) {
    ToolCatalog started = ToolCatalog.builder().server(name, server.transport()).build();
    assertThat(started.awaitReady(SOON)).isTrue();
    return started;
  }

  private ToolCallback[] offered(ToolSet additionalTools) {
    ofUser.set(additionalTools);
    return provider.getToolCallbacks();
  }

  @Test
  void cachesPerUserAndReusesSharedCallbacks() {
    try (ToolCatalog ofAda = catalog("own");
        ToolCatalog ofGrace = catalog("own")) {
      ToolCallback[] adas = offered(ofAda);
      ToolCallback[] graces = offered(ofGrace);

      assertThat(graces[0]).isSameAs(adas[0]);
      assertThat(graces[1]).isNotSameAs(adas[1]);
      assertThat(offered(ofAda)).containsExactly(adas);
      assertThat(offered(ofGrace)).containsExactly(graces);
    }
  }

  /** Nor of what the catalog references, such as its user. No later request is needed. */
  @Test
  void evictsClosedCatalog() throws Exception {
    ReferenceQueue<ToolCatalog> collected = new ReferenceQueue<>();
    WeakReference<ToolCatalog> closed = usedAndClosed(collected);

    for (int i = 0; i < 1_000 && collected.remove(10) == null; i++) {
      System.gc();
    }
    assertThat(closed.get()).isNull();
  }

  private WeakReference<ToolCatalog> usedAndClosed(ReferenceQueue<ToolCatalog> collected) {
    ToolCatalog ofAda = catalog("own");
    offered(ofAda);
    offered(ofAda.view(tool -> true));
    ofAda.close();
    offered(ofAda); // by a caller that has not noticed
    ofUser.set(null);
    return new WeakReference<>(ofAda, collected);
  }

  @Test
  void evictsLeastRecentlyUsed() {
    try (ToolCatalog ofUsers = catalog("own")) {
      ToolSet first = ofUsers.view(tool -> true);
      ToolCallback ofAll = offered(first)[0];
      ToolCallback ofFirst = offered(first)[1];

      for (int i = 0; i < ToolSetCache.MAX_ENTRIES; i++) {
        assertThat(offered(ofUsers.view(tool -> true))[0]).isSameAs(ofAll);
      }

      assertThat(offered(first)[1]).isNotSameAs(ofFirst);
      assertThat(offered(first)[0]).isSameAs(ofAll);
    }
  }
}
