package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.ResumedCall;
import io.mcpbridge.approval.StoredApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must not happen to a call that a person has approved. */
class LastingApprovalTroublesTest extends GuardedServers {

  private final OtherwiseStore store = new OtherwiseStore();

  private McpApprovals approvals = suspending().build();

  private McpApprovals.Builder suspending() {
    return McpApprovals.builder().store(store).suspendFor(Duration.ofDays(1));
  }

  private static CallOptions of(String user, String conversation) {
    CallOptions.Builder options = CallOptions.builder();
    if (user != null) {
      options.user(user);
    }
    return options.conversationId(conversation).build();
  }

  /** A call of ada that is approved. */
  private PendingApproval approved() {
    catalog.call("files__purge", "{\"path\": \"/a\"}", of("ada", "c"));
    PendingApproval call = approvals.suspended("ada", "c").get(0);
    assertThat(approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow())).isTrue();
    return call;
  }

  private List<ResumedCall> resume() {
    return catalog.resume(approvals, of("ada", "c"));
  }

  private void startWithFixedArgument() {
    files.tool("purge").description("Deletes all").returns("did purge");
    catalog =
        ToolCatalog.builder()
            .server(
                "files",
                files.transport(),
                ServerOptions.builder()
                    .tool("purge", ToolOptions.builder().fixedArgument("key", "sk-1").build())
                    .build())
            .approval(asking(approvals))
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
  }

  @Test
  void fixedArgumentsAreNotShown() {
    startWithFixedArgument();
    PendingApproval call = approved();
    assertThat(call.arguments()).containsOnlyKeys("path");
    assertThat(call.question()).doesNotContain("sk-");

    ResumedCall resumed = resume().get(0);

    assertThat(resumed.text()).isEqualTo("did purge");
    assertThat(resumed.message()).doesNotContain("sk-");
    assertThat(files.received("tools/call"))
        .singleElement()
        .satisfies(sent -> assertThat(sent.arguments().string("key")).isEqualTo("sk-1"));
  }

  /** The person who decides lends nothing to the call, whether it waits or is made later. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void runsWithCredentialsOfRequester(boolean isSuspending) throws InterruptedException {
    if (!isSuspending) {
      approvals = McpApprovals.builder().store(store).build();
    }
    ThreadLocal<String> signedIn = new ThreadLocal<>();
    files.tool("purge").description("Deletes all").returns("did purge");
    catalog =
        ToolCatalog.builder()
            .server(
                "files",
                StreamableHttpTransport.builder(files.url().toString())
                    .header("X-User", signedIn::get)
                    .build())
            .approval(asking(approvals))
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    BlockingQueue<PendingApproval> requested = new LinkedBlockingQueue<>();
    approvals.addListener(
        new McpApprovals.Listener() {
          @Override
          public void requested(PendingApproval call) {
            requested.add(call);
          }
        });
    Thread approver =
        new Thread(
            () -> {
              signedIn.set("ops");
              PendingApproval call = requested.remove();
              approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow());
            });
    signedIn.set("ada");
    if (isSuspending) {
      catalog.call("files__purge", "{}", of("ada", "c"));
      approver.start();
      approver.join();
      assertThat(resume().get(0).text()).isEqualTo("did purge");
    } else {
      approvals.addListener(
          new McpApprovals.Listener() {
            @Override
            public void requested(PendingApproval call) {
              approver.start();
            }
          });
      assertThat(catalog.call("files__purge", "{}", of("ada", "c")).text()).isEqualTo("did purge");
      approver.join();
    }

    assertThat(files.received("tools/call"))
        .singleElement()
        .satisfies(sent -> assertThat(sent.header("X-User")).isEqualTo("ada"));
  }

  @Test
  void handlerThatAnswersByItselfDoesNotUseApproval() {
    boolean[] isTrusted = {false};
    start(
        ApprovalPolicy.builder()
            .ask("purge")
            .handlerAsync(
                request ->
                    isTrusted[0]
                        ? CompletableFuture.completedFuture(ApprovalDecision.allow())
                        : approvals.ask(request))
            .build());
    PendingApproval call = approved();
    isTrusted[0] = true;
    resume();
    resume();
    assertThat(files.received("tools/call")).isEmpty();

    isTrusted[0] = false;
    resume();
    assertThat(files.received("tools/call")).hasSize(1);
    assertThat(approvals.find(call.id()).orElseThrow().state()).isEqualTo(ApprovalState.EXECUTED);
  }

  @Test
  void callsOfOthersHideNone() {
    start(asking(approvals));
    catalog.call("files__purge", "{}", of(null, "A"));
    PendingApproval first = approvals.all().get(0);
    assertThat(approvals.decideAsApprover(first.id(), "ops", ApprovalDecision.allow())).isTrue();
    catalog.call("files__purge", "{}", of("ada", "A"));
    PendingApproval oldest = approvals.all().get(0);
    for (int i = 0; i < 1_000; i++) {
      catalog.call("files__purge", "{}", of(null, "c" + i));
    }

    assertThat(catalog.resume(approvals, of(null, "A"))).hasSize(1);
    assertThat(approvals.all()).hasSize(1_000).contains(oldest);
  }

  @Test
  void memoryKeepsNothingThatConversationsHave() {
    store.isShared = false;
    start(asking(approvals));
    for (int i = 0; i < 10_000; i++) {
      CallOptions options = of("u" + i, "c");
      catalog.call("files__purge", "{}", options);
      PendingApproval call = approvals.suspended("u" + i, "c").get(0);
      approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.deny("no"));
      assertThat(catalog.resume(approvals, options)).hasSize(1);
      approvals.delivered(call);
    }

    assertThat(catalog.call("files__purge", "{}", of("ada", "c")).text()).contains("has not run");
  }

  @Test
  void memoryDropsCallWhoseResultWasDelivered() {
    store.isShared = false;
    start(asking(approvals));
    PendingApproval call = approved();
    approvals.delivered(resume().get(0).approval());
    Instant removal = approvals.find(call.id()).orElseThrow().expires();
    assertThat(removal).as("at once").isBefore(call.expires());
    while (!store.now().isAfter(removal)) {
      Thread.onSpinWait();
    }

    catalog.call("files__purge", "{\"path\": \"/b\"}", of("ada", "c"));

    assertThat(approvals.find(call.id())).isEmpty();
  }

  @Test
  void refusalOfServerIsItsResult() {
    start(asking(approvals));
    approved();
    files
        .tool("purge")
        .description("Deletes all")
        .returns(FakeResult.failure(-32602, "path is required"));

    ResumedCall resumed = resume().get(0);

    assertThat(resumed.isError()).isTrue();
    assertThat(resumed.text()).contains("path is required");
  }

  @Test
  void callThatDoesNotReachItsServerDoesNotUseUpApproval() {
    start(asking(approvals));
    PendingApproval call = approved();
    files.close();

    assertThat(resume()).isEmpty();

    PendingApproval now = approvals.find(call.id()).orElseThrow();
    assertThat(now.state()).isEqualTo(ApprovalState.ALLOWED);
    assertThat(now.expires()).isEqualTo(call.expires());
  }

  @Test
  void serverThatIsDisabledDoesNotUseUpApproval() {
    start(asking(approvals));
    PendingApproval call = approved();
    catalog.disable("files", "test");

    assertThat(resume()).isEmpty();
    assertThat(approvals.find(call.id()).orElseThrow().state()).isEqualTo(ApprovalState.ALLOWED);

    catalog.enable("files");
    assertThat(catalog.awaitReady("files", SOON)).isTrue();
    assertThat(resume().get(0).text()).isEqualTo("did purge");
  }

  @Test
  void resultThatIsNoUnicodeTextIsStored() {
    start(asking(approvals));
    files.tool("purge").description("Deletes all").returns("bad \uD83D end");
    approved();
    assertThat(resume().get(0).text()).isEqualTo("bad ? end");
  }

  @Test
  void decisionBeforeCallWaitsReachesIt() {
    approvals = McpApprovals.builder().store(store).build();
    start(asking(approvals));
    store.afterInsert =
        call -> {
          approvals.decideAsApprover(call.id(), "ops", ApprovalDecision.allow());
          return call;
        };

    assertThat(call("files__purge").text()).isEqualTo("did purge");
  }

  @Test
  void decisionCountsAlthoughItCannotBeRemembered() {
    start(asking(approvals));
    catalog.call("files__purge", "{}", of("ada", "c"));
    PendingApproval call = approvals.all().get(0);
    store.isFull = true;

    assertThat(approvals.decide(call.id(), "ada", ApprovalDecision.allowAlways())).isTrue();
    assertThat(approvals.remembered()).isEmpty();
    assertThat(resume().get(0).text()).isEqualTo("did purge");
  }

  @Test
  void unreadableDecisionHoldsBackNoOther() {
    store.isShared = true;
    approvals = McpApprovals.builder().store(store).build();
    McpApprovals elsewhere = McpApprovals.builder().store(store).build();
    start(asking(approvals));
    CompletableFuture<ToolOutput> first =
        catalog.callAsync("files__purge", "{\"n\": 1}", of("ada", "c"));
    CompletableFuture<ToolOutput> second =
        catalog.callAsync("files__purge", "{\"n\": 2}", of("ada", "c"));
    while (elsewhere.all().size() < 2) {
      Thread.onSpinWait();
    }
    store.beforeReplace =
        next -> store.with(next, next.content().replace("\"ALLOW\"", "\"OF_A_LATER_VERSION\""));
    elsewhere.decideAsApprover(elsewhere.all().get(0).id(), "ops", ApprovalDecision.allow());
    store.beforeReplace = UnaryOperator.identity();
    elsewhere.decideAsApprover(elsewhere.all().get(0).id(), "ops", ApprovalDecision.allow());

    assertThat(CompletableFuture.anyOf(first, second)).succeedsWithin(SOON);
    assertThat(files.received("tools/call")).hasSize(1);
    first.cancel(true);
    second.cancel(true);
  }

  /** So it costs nothing. */
  @Test
  void callThatNeedsNoApprovalDoesNotUseStore() {
    start(asking(approvals));
    int before = store.uses.get();

    assertThat(call("files__read").text()).isEqualTo("did read");
    assertThat(store.uses).hasValue(before);
    assertThat(call("files__purge").text()).contains("has not run");
    assertThat(store.uses.get()).isGreaterThan(before);
  }

  @Test
  void callersWithoutConversationShareNoApproval() {
    start(asking(approvals));
    CallOptions unknown = CallOptions.defaults();
    String first = catalog.call("files__purge", "{}", unknown).text();

    assertThat(catalog.call("files__purge", "{}", unknown).text()).isNotEqualTo(first);
  }

  /** They were for what the server was. */
  @Test
  void callsOfServerThatIsAnotherNowAreWithdrawn() {
    start(asking(approvals));
    PendingApproval call = approved();
    catalog.call("files__purge", "{\"path\": \"/b\"}", of("ada", "c"));

    catalog.forgetApprovals("files");

    assertThat(approvals.all()).isEmpty();
    assertThat(resume()).hasSize(2).allMatch(ResumedCall::isError);
    assertThat(approvals.find(call.id()).orElseThrow().state()).isEqualTo(ApprovalState.WITHDRAWN);
    assertThat(files.received("tools/call")).isEmpty();
  }

  @Test
  void resumeRepeatsIdempotentCallAndKeepsItUnknownIfServerIsAway() {
    approvals = suspending().repeatIdempotent(true).build();
    start(asking(approvals));
    files.tool("purge").annotations("{\"idempotentHint\": true}").returns("did purge");
    assertThat(catalog.refresh(List.of("files"), SOON)).isTrue();
    approved();
    files.injectNext("tools/call", Faults.disconnect());
    ResumedCall repeated = resume().get(0);
    assertThat(repeated.text()).isEqualTo("did purge");
    assertThat(repeated.approval().isRepeated()).isTrue();
    approvals.delivered(repeated.approval());

    approved();
    files.injectNext("tools/call", Faults.disconnect(), Faults.disconnect());
    ResumedCall unknown = resume().get(0);
    assertThat(unknown.approval().state()).isEqualTo(ApprovalState.UNKNOWN);
    assertThat(unknown.text()).contains("not known whether");
  }

  @Test
  void settingsArePositive() {
    assertThatThrownBy(() -> McpApprovals.builder().suspendFor(Duration.ZERO).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("suspendFor");
    assertThatThrownBy(() -> McpApprovals.builder().maxWaitingPerConversation(0).build())
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A store in memory that may behave otherwise. */
  private static final class OtherwiseStore implements ApprovalStore {

    private final ApprovalStore memory = ApprovalStore.inMemory();
    private final AtomicInteger uses = new AtomicInteger();
    private volatile boolean isShared;
    private volatile boolean isFull;
    private volatile UnaryOperator<StoredApproval> afterInsert = UnaryOperator.identity();
    private volatile UnaryOperator<StoredApproval> beforeReplace = UnaryOperator.identity();

    StoredApproval with(StoredApproval entry, String content) {
      return StoredApproval.of(
          entry.id(),
          entry.version(),
          entry.state(),
          entry.user(),
          entry.conversation(),
          entry.created(),
          entry.expires(),
          content);
    }

    @Override
    public boolean isShared() {
      return isShared;
    }

    @Override
    public Instant now() {
      uses.incrementAndGet();
      return memory.now();
    }

    @Override
    public void insert(StoredApproval approval) {
      if (isFull) {
        throw new IllegalStateException("the store is full");
      }
      uses.incrementAndGet();
      memory.insert(approval);
      afterInsert.apply(approval);
    }

    @Override
    public StoredApproval find(String id) {
      uses.incrementAndGet();
      return memory.find(id);
    }

    @Override
    public List<StoredApproval> findAll(Collection<String> ids) {
      uses.incrementAndGet();
      return memory.findAll(ids);
    }

    @Override
    public List<StoredApproval> list(
        Collection<ApprovalState> states, String user, StoredApproval after, int limit) {
      uses.incrementAndGet();
      return memory.list(states, user, after, limit);
    }

    @Override
    public List<StoredApproval> listConversation(String conversation, int limit) {
      uses.incrementAndGet();
      return memory.listConversation(conversation, limit);
    }

    @Override
    public boolean replace(StoredApproval previous, StoredApproval next, boolean unlessExpired) {
      uses.incrementAndGet();
      return memory.replace(previous, beforeReplace.apply(next), unlessExpired);
    }
  }
}
