package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which tools are offered, and that offering them again is free until something changes. */
class ToolOfferTest {

  private final FakeMcpServer early = FakeMcpServer.create();
  private final FakeMcpServer late = FakeMcpServer.create();
  private final Latch gate = new Latch();
  private final CapturedLog log = new CapturedLog(ToolOfferLog.class);
  private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();
  private ToolCatalog catalog;

  /**
   * The list of the second server is delayed, so that the test decides when the catalog changes.
   */
  @BeforeEach
  void connect() {
    early.tool("fine");
    early.tool("odd").inputSchema("{\"type\": \"string\"}");
    late.tool("other");
    late.injectNext("tools/list", Faults.waitFor(gate));
    catalog =
        ToolCatalog.builder()
            .server("early", early.transport())
            .server("late", late.transport())
            .listener(
                new CatalogListener() {
                  @Override
                  public void toolsChanged(String server, ToolsChange change) {
                    changes.add(server);
                  }
                })
            .build();
    while (catalog.tools().isEmpty()) {
      catalog.awaitReady(Duration.ofMillis(20));
    }
  }

  @AfterEach
  void close() {
    log.close();
    catalog.close();
    early.close();
    late.close();
  }

  @Test
  void sameObjectUntilTheCatalogChanges() {
    McpToolProvider provider = McpToolProvider.of(catalog);
    ToolProviderResult before = provider.provideTools(null);

    assertThat(names(before)).containsExactly("early__fine");
    assertThat(provider.provideTools(null)).isSameAs(before);

    lateServerJoins();
    ToolProviderResult after = provider.provideTools(null);

    assertThat(names(after)).containsExactly("early__fine", "late__other");
    assertThat(names(before)).containsExactly("early__fine");
    assertThat(provider.provideTools(null)).isSameAs(after);
  }

  @Test
  void aiServicesDoNotModifySharedResult() {
    McpToolProvider provider = McpToolProvider.of(catalog);
    ToolProviderResult shared = provider.provideTools(null);
    List<AiServiceTool> tools = List.copyOf(shared.aiServiceTools());
    try (OpenAiStub openAi = new OpenAiStub().says("one").says("two")) {
      Assistant assistant =
          AiServices.builder(Assistant.class)
              .chatModel(openAi.model())
              .toolProvider(provider)
              .build();
      assistant.chat("Hello");
      assistant.chat("Hello again");
    }

    assertThat(provider.provideTools(null)).isSameAs(shared);
    assertThat(shared.aiServiceTools()).isEqualTo(tools);
    assertThatThrownBy(() -> shared.aiServiceTools().remove(0))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void warnsOnceOfToolWithUnusableSchema() {
    McpToolProvider provider = McpToolProvider.of(catalog);
    provider.provideTools(null);
    lateServerJoins();
    provider.provideTools(null);

    assertThat(log.lines())
        .containsExactly(
            "WARN The tool \"odd\" of the MCP server \"early\" is not offered to the model: "
                + "its inputSchema has the type \"string\", but arguments are an object");
  }

  @Test
  void duplicateToolNameDoesNotAffectOtherTools() {
    String hashed = ToolNames.modelName("late", "a b");
    late.tool("a b");
    late.tool(hashed.substring("late__".length()));
    lateServerJoins();

    assertThat(names(McpToolProvider.of(catalog).provideTools(null)))
        .containsExactlyInAnyOrder("early__fine", "late__other", hashed);
  }

  /** Mapping a schema is expensive, and runs on the thread of a chat. */
  @Test
  void reusesUnchangedSpecifications() throws Exception {
    McpToolProvider provider = McpToolProvider.of(catalog);
    ToolSpecification before = specification(provider, "early__fine");

    lateServerJoins();
    assertThat(specification(provider, "early__fine")).isSameAs(before);

    early.tool("fine").description("Better.");
    late.tool("more");
    catalog.refresh("late");
    await(() -> catalog.snapshot().tool("late__more") != null);
    assertThat(specification(provider, "early__fine")).isSameAs(before);
    ToolSpecification lateTool = specification(provider, "late__other");

    catalog.refresh("early");
    await(() -> catalog.snapshot().tool("early__fine").description().equals("Better."));
    assertThat(specification(provider, "early__fine").description()).isEqualTo("Better.");
    assertThat(specification(provider, "late__other")).isSameAs(lateTool);
  }

  @Test
  void sharesSpecificationsBetweenToolSets() {
    McpToolProvider provider =
        McpToolProvider.builder()
            .tools(catalog)
            .toolsPerInvocation(context -> catalog.view(tool -> true))
            .build();

    assertThat(specification(provider, "early__fine"))
        .isSameAs(specification(provider, "early__fine"));
  }

  private void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      assertThat(changes.poll(60, TimeUnit.SECONDS)).isNotNull();
    }
  }

  private static ToolSpecification specification(McpToolProvider provider, String name) {
    return provider
        .provideTools(Requests.withContext(InvocationContext.builder().build()))
        .aiServiceTools()
        .stream()
        .map(AiServiceTool::toolSpecification)
        .filter(specification -> specification.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void viewOffersItsTools() {
    lateServerJoins();

    assertThat(names(offered(tool -> tool.server().equals("late")))).containsExactly("late__other");
  }

  @Test
  void doesNotWaitForConcurrentMapping() throws Exception {
    CountDownLatch mapping = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    AtomicBoolean first = new AtomicBoolean(true);
    McpToolProvider provider =
        provider(
            tool -> {
              if (first.getAndSet(false)) {
                mapping.countDown();
                awaitUninterrupted(released);
              }
              return true;
            });
    // The common pool of newer JDKs has one thread on a machine with two cores.
    Executor threads = task -> new Thread(task).start();
    CompletableFuture<ToolProviderResult> slowRequest =
        CompletableFuture.supplyAsync(() -> provider.provideTools(null), threads);
    mapping.await();

    ToolProviderResult result =
        CompletableFuture.supplyAsync(() -> provider.provideTools(null), threads)
            .get(60, TimeUnit.SECONDS);

    assertThat(names(result)).containsExactly("early__fine");
    released.countDown();
    assertThat(slowRequest.get(60, TimeUnit.SECONDS)).isSameAs(result);
  }

  @Test
  void concurrentRequestsShareResultAndWarnOnce() {
    CyclicBarrier barrier = new CyclicBarrier(4);
    Set<Thread> waitingThreads = ConcurrentHashMap.newKeySet();
    McpToolProvider provider =
        provider(
            tool -> {
              if (waitingThreads.add(Thread.currentThread())) {
                awaitOthers(barrier);
              }
              return true;
            });
    List<ToolProviderResult> results = new CopyOnWriteArrayList<>();
    List<Thread> threads =
        Stream.generate(() -> new Thread(() -> results.add(provider.provideTools(null))))
            .limit(4)
            .toList();
    threads.forEach(Thread::start);
    threads.forEach(ToolOfferTest::join);

    assertThat(results).hasSize(4).allMatch(result -> result == results.get(0));
    assertThat(names(results.get(0))).containsExactly("early__fine");
    assertThat(log.lines()).hasSize(1);
  }

  private void lateServerJoins() {
    gate.open();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private ToolProviderResult offered(Predicate<CatalogTool> filter) {
    return provider(filter).provideTools(null);
  }

  private McpToolProvider provider(Predicate<CatalogTool> filter) {
    return McpToolProvider.of(catalog.view(filter));
  }

  private static void awaitOthers(CyclicBarrier barrier) {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("they are not at it at the same time", e);
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> names(ToolProviderResult result) {
    return result.aiServiceTools().stream().map(AiServiceTool::name).toList();
  }
}
