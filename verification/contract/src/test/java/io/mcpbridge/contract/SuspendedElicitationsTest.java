package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.approval.ResumedCall;
import io.mcpbridge.approval.StoredApproval;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.Interceptor;
import io.mcpbridge.client.call.WireMessage;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.Root;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forms and URLs of servers that have ended the call (multi round-trip requests): the call is
 * suspended, and goes on with the answers.
 */
@ExtendWith(LeakCheck.class)
class SuspendedElicitationsTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String ARGUMENTS = "{\"city\": \"Oslo\", \"id\": 9007199254740993}";
  private static final FakeServerRequest NIGHTS =
      FakeServerRequest.form(
          "How many nights?",
          "{\"type\": \"object\", \"properties\": {\"nights\": {\"type\": \"integer\"}}}");
  private static final FakeServerRequest PAY =
      FakeServerRequest.url("Pay", "https://example.com/pay");
  private static final ElicitResult TWO = ElicitResult.accept(Map.of("nights", 2));

  private final FakeMcpServer server = FakeMcpServer.create();
  private final AtomicReference<Instant> time = new AtomicReference<>(Instant.now());
  private final ApprovalStore memory = ApprovalStore.inMemory(time::get);
  private final ApprovalStore store = changed(memory);
  private final List<ToolCatalog> catalogs = new ArrayList<>();
  private final List<String> ended = new ArrayList<>();
  private final AtomicInteger rootsListed = new AtomicInteger();
  private ServerOptions serverOptions = ServerOptions.defaults();
  private Interceptor callInterceptor = chain -> chain.proceed(chain.request());
  private final List<String> failed = new CopyOnWriteArrayList<>();
  private boolean isShared;
  private boolean storesCalls = true;
  private boolean hasRoots = true;
  private McpApprovals approvals = approvals();

  /** A store as a database may be. */
  private ApprovalStore changed(ApprovalStore actual) {
    return (ApprovalStore)
        Proxy.newProxyInstance(
            ApprovalStore.class.getClassLoader(),
            new Class<?>[] {ApprovalStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("isShared") && isShared) {
                return true;
              }
              if (method.getName().equals("insert")
                  && !storesCalls
                  && ((StoredApproval) arguments[0]).content().contains("\"round\"")) {
                throw new McpException("the table is full");
              }
              try {
                return method.invoke(actual, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private McpApprovals approvals() {
    McpApprovals created =
        McpApprovals.builder().store(store).suspendFor(Duration.ofDays(1)).build();
    created.addListener(
        new McpApprovals.Listener() {
          @Override
          public void ended(PendingApproval call) {
            ended.add("call " + call.state());
          }

          @Override
          public void elicitationEnded(PendingElicitation elicitation) {
            ended.add(elicitation.message() + " " + elicitation.state());
          }
        });
    return created;
  }

  @AfterEach
  void close() {
    catalogs.forEach(ToolCatalog::close);
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  /** The tool requires the input of each of these rounds, and then returns what it got last. */
  @SafeVarargs
  private void toolRequires(Map<String, FakeServerRequest>... rounds) {
    server
        .tool("book")
        .handler(
            call -> {
              String state = call.requestState();
              int round = state == null ? 0 : Integer.parseInt(state.substring(6));
              if (round == rounds.length) {
                return FakeResult.text(call.inputResponses().toJson());
              }
              return FakeResult.inputRequired(json(rounds[round]), "state " + (round + 1));
            });
  }

  private static String json(Map<String, FakeServerRequest> requests) {
    Map<String, Object> json = new LinkedHashMap<>();
    requests.forEach(
        (key, request) ->
            json.put(
                key, Map.of("method", request.method(), "params", request.parameters().toMap())));
    return Json.write(json);
  }

  private ToolCatalog start(ApprovalPolicy policy) {
    McpElicitations elicitations = approvals.elicitations();
    InputHandlers handlers =
        InputHandlers.builder()
            .elicitForm(elicitations::handle)
            .elicitUrl(elicitations::handle)
            .listRoots(
                (request, context) -> {
                  if (!hasRoots) {
                    throw new McpInputRefusedException("there are no roots");
                  }
                  rootsListed.incrementAndGet();
                  return new ListRootsResult(List.of(new Root(URI.create("file:///data"), null)));
                })
            .build();
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("hotel", server.transport(), serverOptions)
            .addCallInterceptor(chain -> callInterceptor.intercept(chain))
            .addWireInterceptor(new FailedMessages())
            .inputHandlers(handlers)
            .approval(policy)
            .build();
    catalogs.add(catalog);
    assertThat(catalog.awaitReady(SOON)).isTrue();
    return catalog;
  }

  /** Lists the messages whose handling failed. */
  private final class FailedMessages implements Interceptor {

    @Override
    public McpResult intercept(Chain chain) {
      return chain.proceed(chain.request());
    }

    @Override
    public WireMessage.Observed observe(WireMessage message) {
      return new WireMessage.Observed() {
        @Override
        public void ended(@Nullable Throwable failure) {
          if (failure != null) {
            failed.add(message.method() + " " + failure);
          }
        }
      };
    }
  }

  private ToolCatalog start() {
    return start(ApprovalPolicy.builder().handlerAsync(approvals).build());
  }

  /** Nothing of the previous process is left but the store. */
  private ToolCatalog restart() {
    catalogs.get(catalogs.size() - 1).close();
    approvals = approvals();
    return start();
  }

  private static CallOptions options(String user) {
    return CallOptions.builder().user(user).conversationId("c1").build();
  }

  private String suspend(ToolCatalog catalog) {
    ToolOutput output = catalog.call("hotel__book", ARGUMENTS, options("ada"));
    assertThat(output.isError()).isFalse();
    return output.text();
  }

  private PendingElicitation waiting(String message) {
    return approvals.elicitations().ofUser("ada").stream()
        .filter(elicitation -> elicitation.message().equals(message))
        .findFirst()
        .orElseThrow();
  }

  private void answer(String message, ElicitResult result) {
    assertThat(approvals.elicitations().answer(waiting(message).id(), "ada", result)).isTrue();
  }

  private List<ResumedCall> resume(ToolCatalog catalog) {
    return catalog.resume(approvals, options("ada"));
  }

  private PendingApproval call() {
    return approvals.suspended("ada", "c1").get(0);
  }

  @Test
  void callGoesOnWithAnswerInAnotherProcess() {
    toolRequires(Map.of("it", NIGHTS));
    String text = suspend(start());

    assertThat(text)
        .startsWith("hotel__book has not finished: it waits for its user to fill in a form (id ")
        .contains(call().id());
    assertThat(approvals.all()).as("no call for approvers").isEmpty();
    assertThat(waiting("How many nights?"))
        .satisfies(
            form -> {
              assertThat(form.server()).isEqualTo("hotel");
              assertThat(form.tool()).isEqualTo("book");
              assertThat(form.conversation()).isEqualTo("c1");
              assertThat(form.expires()).isEqualTo(form.created().plus(Duration.ofDays(1)));
            });
    ToolCatalog restarted = restart();
    assertThat(resume(restarted)).as("no answer yet").isEmpty();
    McpElicitations elicitations = approvals().elicitations(); // of another instance
    String id = waiting("How many nights?").id();
    assertThat(elicitations.answer(id, "bob", TWO)).isFalse();
    assertThat(elicitations.answer(id, "ada", TWO)).isTrue();
    assertThat(elicitations.answer(id, "ada", ElicitResult.decline())).as("the first").isFalse();
    assertThat(restarted.resume(approvals, options("bob"))).isEmpty();
    assertThat(server.received("tools/call")).hasSize(1);

    assertThat(resume(restarted))
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.isError()).isFalse();
              assertThat(Json.readObject(call.text()))
                  .isEqualTo(
                      Json.readObject(
                          "{\"it\": {\"action\": \"accept\", \"content\": {\"nights\": 2}}}"));
              assertThat(call.message()).contains("that waited for input " + call.approval().id());
              assertThat(call.approval().state()).isEqualTo(ApprovalState.EXECUTED);
            });
    assertThat(server.received("tools/call"))
        .hasSize(2)
        .allSatisfy(
            sent -> assertThat(sent.arguments().integer("id")).isEqualTo(9007199254740993L));
    assertThat(server.received("tools/call").get(1).params().string("requestState"))
        .isEqualTo("state 1");
    assertThat(resume(restarted)).as("until it is delivered").hasSize(1);
    approvals.delivered(call());
    assertThat(resume(restarted)).isEmpty();
    assertThat(server.received("tools/call")).hasSize(2);
    assertThat(Json.readObject(store.find(id).content()))
        .as("no call needs what the user entered")
        .containsEntry("content", null);
    assertThat(ended).containsExactly("How many nights? ANSWERED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"decline", "cancel"})
  void declineAndCancelAreSent(String action) {
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog = start();
    suspend(catalog);
    answer(
        "How many nights?",
        action.equals("decline") ? ElicitResult.decline() : ElicitResult.cancel());

    assertThat(resume(catalog))
        .extracting(ResumedCall::text)
        .containsExactly("{\"it\":{\"action\":\"" + action + "\"}}");
  }

  @Test
  void goesOnWhenAllOfRoundAreAnswered() {
    toolRequires(Map.of("form", NIGHTS, "url", PAY, "roots", FakeServerRequest.roots()));
    ToolCatalog catalog = start();
    suspend(catalog);
    assertThat(rootsListed).hasValue(0);
    answer("Pay", ElicitResult.accept());
    assertThat(resume(catalog)).isEmpty();
    answer("How many nights?", TWO);

    assertThat(resume(catalog))
        .singleElement()
        .satisfies(
            call ->
                assertThat(Json.readObject(call.text()))
                    .isEqualTo(
                        Json.readObject(
                            """
                            {"form": {"action": "accept", "content": {"nights": 2}},
                              "url": {"action": "accept"},
                              "roots": {"roots": [{"uri": "file:///data"}]}}
                            """)));
    assertThat(rootsListed).hasValue(1);
  }

  @Test
  void furtherRoundSuspendsAgain() {
    toolRequires(Map.of("it", NIGHTS), Map.of("it", PAY));
    ToolCatalog catalog = start();
    suspend(catalog);
    String id = call().id();
    answer("How many nights?", TWO);

    assertThat(resume(catalog)).isEmpty();
    assertThat(call().id()).isEqualTo(id);
    assertThat(resume(catalog)).isEmpty();
    assertThat(server.received("tools/call")).hasSize(2);
    answer("Pay", ElicitResult.accept());

    assertThat(resume(catalog))
        .extracting(ResumedCall::text)
        .containsExactly("{\"it\":{\"action\":\"accept\"}}");
    assertThat(server.received("tools/call").get(2).params().string("requestState"))
        .isEqualTo("state 2");
  }

  @Test
  void callThatPersonAllowedKeepsItsApproval() {
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog =
        start(ApprovalPolicy.builder().ask("book").handlerAsync(approvals).build());
    assertThat(suspend(catalog)).contains("waits for the approval");
    String id = call().id();
    approvals.decideAsApprover(id, "ops", ApprovalDecision.allow());
    assertThat(resume(catalog)).isEmpty();
    assertThat(suspend(catalog)).as("the same call").contains("fill in a form (id " + id);
    answer("How many nights?", TWO);

    assertThat(resume(catalog)).extracting(it -> it.approval().id()).containsExactly(id);
    assertThat(ended).containsExactly("How many nights? ANSWERED", "call EXECUTED");
  }

  @Test
  void sameCallWaitsOnce() {
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog = start();

    assertThat(suspend(catalog)).isEqualTo(suspend(catalog));

    assertThat(approvals.elicitations().all()).hasSize(1);
  }

  @Test
  void expires() {
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog = start();
    suspend(catalog);
    String form = waiting("How many nights?").id();
    time.set(time.get().plus(Duration.ofDays(1)));

    assertThat(approvals.elicitations().answer(form, "ada", TWO)).isFalse();
    assertThat(resume(catalog))
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.isError()).isTrue();
              assertThat(call.text()).contains("did not run: its user did not answer in time");
            });
    assertThat(approvals.elicitations().all()).isEmpty();
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void changedDefinitionEndsCallAndItsForms() {
    toolRequires(Map.of("form", NIGHTS));
    ToolCatalog catalog = start();
    suspend(catalog);
    String form = waiting("How many nights?").id();
    answer("How many nights?", TWO);
    server.tool("book").description("Books, and pays").returns("booked");
    assertThat(catalog.refresh(List.of("hotel"), SOON)).isTrue();

    assertThat(resume(catalog))
        .extracting(ResumedCall::text)
        .containsExactly("hotel__book did not run: the tool or the arguments changed meanwhile.");
    assertThat(server.received("tools/call")).hasSize(1);
    assertThat(Json.readObject(store.find(form).content())).containsEntry("content", null);
  }

  @Test
  void policyIsAskedAgain() {
    toolRequires(Map.of("it", NIGHTS));
    suspend(start());
    answer("How many nights?", TWO);

    ToolCatalog asking =
        start(ApprovalPolicy.builder().ask("book").handlerAsync(approvals).build());
    assertThat(resume(asking))
        .extracting(ResumedCall::text)
        .containsExactly("hotel__book did not run: it needs the approval of a person now.");
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void policyThatDeniesEndsCallAndItsForms() {
    toolRequires(Map.of("it", NIGHTS));
    suspend(start());
    String form = waiting("How many nights?").id();
    answer("How many nights?", TWO);

    assertThat(resume(start(ApprovalPolicy.builder().deny("book").handlerAsync(approvals).build())))
        .extracting(ResumedCall::text)
        .containsExactly("hotel__book did not run: this application does not allow it.");
    assertThat(Json.readObject(store.find(form).content())).containsEntry("content", null);
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void interceptorPassesOnWhatServerRequires() {
    List<McpResult> results = new CopyOnWriteArrayList<>();
    callInterceptor =
        chain -> {
          McpResult result = chain.proceed(chain.request());
          if (chain.request() instanceof CallToolRequest) {
            results.add(result);
          }
          return result;
        };
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog = start();
    suspend(catalog);
    answer("How many nights?", TWO);

    assertThat(resume(catalog)).hasSize(1);
    assertThat(results)
        .extracting(Object::getClass)
        .containsExactly(InputRequiredResult.class, CallToolResult.class);
  }

  @Test
  void interceptorMayAnswerInPlaceOfForm() {
    callInterceptor =
        chain ->
            chain.proceed(chain.request()) instanceof InputRequiredResult
                ? new CallToolResult(List.of(), null, true, Map.of())
                : chain.proceed(chain.request());
    toolRequires(Map.of("it", NIGHTS));

    assertThat(start().call("hotel__book", ARGUMENTS, options("ada")).isError()).isTrue();
    assertThat(approvals.elicitations().all()).isEmpty();
  }

  @Test
  void roundsAreLimitedOverAllResumes() {
    server
        .tool("book")
        .handler(call -> FakeResult.inputRequired(json(Map.of("it", NIGHTS)), "state"));
    ToolCatalog catalog = start();
    suspend(catalog);
    List<ResumedCall> resumed = List.of();
    for (int i = 0; i < 100 && resumed.isEmpty(); i++) {
      answer("How many nights?", TWO);
      resumed = resume(catalog);
    }

    assertThat(resumed)
        .singleElement()
        .satisfies(call -> assertThat(call.text()).contains("asked for input too many times"));
    assertThat(approvals.elicitations().all()).isEmpty();
  }

  @Test
  void furtherRoundsDoNotProlongWhatPersonAllowed() {
    toolRequires(Map.of("it", NIGHTS), Map.of("it", PAY));
    ToolCatalog catalog =
        start(ApprovalPolicy.builder().ask("book").handlerAsync(approvals).build());
    suspend(catalog);
    approvals.decideAsApprover(call().id(), "ops", ApprovalDecision.allow());
    resume(catalog);
    Instant end = call().expires();
    time.set(time.get().plus(Duration.ofHours(2)));
    answer("How many nights?", TWO);

    assertThat(resume(catalog)).isEmpty();
    assertThat(waiting("Pay").expires()).isEqualTo(end);
    assertThat(call().expires()).isEqualTo(end);
  }

  @Test
  void withdrawnCallWithdrawsItsForms() {
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog = start();
    suspend(catalog);

    assertThat(approvals.withdraw(call().id(), "bob")).isFalse();
    assertThat(approvals.withdraw(call().id(), "ada")).isTrue();

    assertThat(ended).containsExactly("How many nights? WITHDRAWN");
    assertThat(approvals.elicitations().all()).isEmpty();
    assertThat(resume(catalog))
        .extracting(ResumedCall::text)
        .containsExactly("hotel__book did not run: it was withdrawn.");
  }

  @Test
  void lostAnswerOfServerIsUnknownAndNotSentAgain() {
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog = start();
    suspend(catalog);
    answer("How many nights?", TWO);
    server.injectNext("tools/call", Faults.disconnect());

    assertThat(resume(catalog))
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.approval().state()).isEqualTo(ApprovalState.UNKNOWN);
              assertThat(call.text()).startsWith("It is not known whether hotel__book ran");
            });
    resume(catalog);
    assertThat(server.received("tools/call")).hasSize(2);
  }

  @Test
  void refusesWhatCannotBeStored() {
    server
        .tool("book")
        .handler(call -> FakeResult.inputRequired(json(Map.of("it", NIGHTS)), "x".repeat(500_000)));
    ToolCatalog catalog = start();

    ToolOutput output = catalog.call("hotel__book", ARGUMENTS, options("ada"));

    assertThat(output.isError()).isTrue();
    assertThat(output.text())
        .isEqualTo(
            "hotel__book needs input that it did not get: what its server requires cannot be"
                + " stored.");
    assertThat(approvals.elicitations().all()).isEmpty();
    assertThat(approvals.suspended("ada", "c1")).isEmpty();
  }

  @Test
  void urlOfErrorSuspends() {
    AtomicInteger calls = new AtomicInteger();
    server
        .speaking("2025-11-25")
        .tool("book")
        .handler(
            call ->
                calls.incrementAndGet() == 1
                    ? FakeResult.urlElicitationRequired(
                        FakeServerRequest.url("Pay", "https://example.com/pay", "e1"))
                    : FakeResult.text("booked"));
    ToolCatalog catalog = start();

    assertThat(suspend(catalog)).contains("visit a URL");
    answer("Pay", ElicitResult.accept());

    assertThat(resume(catalog)).extracting(ResumedCall::text).containsExactly("booked");
  }

  @Test
  void answersGoToTheirToolOnly() {
    server.tool("login").handler(call -> FakeResult.text("ok"));
    callInterceptor =
        chain -> {
          if (chain.request() instanceof CallToolRequest call && call.name().equals("book")) {
            chain.proceed(new CallToolRequest("login", Map.of()));
          }
          return chain.proceed(chain.request());
        };
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog = start();
    suspend(catalog);
    answer("How many nights?", TWO);

    assertThat(resume(catalog))
        .extracting(call -> call.approval().state())
        .containsExactly(ApprovalState.EXECUTED);
    assertThat(server.received("tools/call"))
        .filteredOn(sent -> sent.params().has("inputResponses"))
        .extracting(sent -> sent.params().string("name"))
        .containsExactly("book");
  }

  @Test
  void declinedUrlOfErrorEndsCall() {
    server
        .speaking("2025-11-25")
        .tool("book")
        .handler(
            call ->
                FakeResult.urlElicitationRequired(
                    FakeServerRequest.url("Pay", "https://example.com/pay", "e1")));
    ToolCatalog catalog = start();
    suspend(catalog);
    answer("Pay", ElicitResult.decline());

    assertThat(resume(catalog))
        .extracting(call -> call.approval().state())
        .containsExactly(ApprovalState.NOT_EXECUTED);
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void refusedInputEndsCall() {
    hasRoots = false;
    toolRequires(Map.of("form", NIGHTS, "roots", FakeServerRequest.roots()));
    ToolCatalog catalog = start();
    suspend(catalog);
    answer("How many nights?", TWO);

    assertThat(resume(catalog))
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.approval().state()).isEqualTo(ApprovalState.NOT_EXECUTED);
              assertThat(call.text()).contains("there are no roots");
            });
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void callWhoseInputIsGoneIsNotMadeAgain() {
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog = start();
    suspend(catalog);
    answer("How many nights?", TWO);
    callInterceptor =
        chain -> {
          if (!(chain.request() instanceof CallToolRequest)) {
            return chain.proceed(chain.request());
          }
          time.set(time.get().plus(Duration.ofHours(2))); // counts as unknown, which ends its forms
          assertThat(call().state()).isEqualTo(ApprovalState.UNKNOWN);
          throw new McpConnectException("the server is down");
        };
    resume(catalog);
    callInterceptor = chain -> chain.proceed(chain.request());
    assertThat(catalog.refresh(List.of("hotel"), SOON)).isTrue();

    assertThat(resume(catalog))
        .extracting(call -> call.approval().state())
        .containsExactly(ApprovalState.NOT_EXECUTED);
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void retryDoesNotSendStateAgain() {
    serverOptions = ServerOptions.builder().trustAnnotations(true).build();
    server
        .tool("book")
        .annotations("{\"idempotentHint\": true}")
        .handler(
            call ->
                call.requestState() == null
                    ? FakeResult.inputRequired(json(Map.of("it", NIGHTS)), "state 1")
                    : FakeResult.text("booked"));
    ToolCatalog catalog = start();
    suspend(catalog);
    answer("How many nights?", TWO);
    server.injectNext("tools/call", Faults.disconnect());

    assertThat(resume(catalog))
        .extracting(call -> call.approval().state())
        .containsExactly(ApprovalState.UNKNOWN);
    assertThat(server.received("tools/call")).hasSize(2);
  }

  @Test
  void finishedCallKeepsNoState() {
    isShared = true;
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog = start();
    suspend(catalog);
    String id = call().id();
    String form = waiting("How many nights?").id();
    assertThat(content(id)).contains("state 1");
    answer("How many nights?", TWO);

    assertThat(store.find(form).expires()).isEqualTo(call().expires());
    assertThat(resume(catalog)).hasSize(1);
    assertThat(content(id)).doesNotContain("state 1", "inputRequests");
  }

  private String content(String id) {
    return store.find(id).content();
  }

  @Test
  void callThatCannotBeStoredLeavesNoForms() {
    storesCalls = false;
    toolRequires(Map.of("it", NIGHTS));

    assertThat(start().call("hotel__book", ARGUMENTS, options("ada")).isError()).isTrue();
    assertThat(approvals.elicitations().all()).isEmpty();
  }

  @Test
  void laterRoundIsLimited() {
    Map<String, FakeServerRequest> many = new LinkedHashMap<>();
    for (int i = 0; i < 101; i++) {
      many.put("form " + i, NIGHTS);
    }
    toolRequires(Map.of("it", NIGHTS), many);
    ToolCatalog catalog = start();
    suspend(catalog);
    answer("How many nights?", TWO);

    assertThat(resume(catalog))
        .singleElement()
        .satisfies(call -> assertThat(call.text()).contains("too much at once"));
    assertThat(approvals.elicitations().all()).isEmpty();
  }

  @Test
  void suspendingIsNoFailureAndNoApproval() {
    toolRequires(Map.of("it", NIGHTS));
    ToolCatalog catalog = start();
    suspend(catalog);
    answer("How many nights?", TWO);

    assertThat(resume(catalog)).hasSize(1);
    assertThat(failed).isEmpty();
    assertThat(catalog.servers().get(0).counters())
        .satisfies(
            counters -> {
              assertThat(counters.approvalsAsked()).isZero();
              assertThat(counters.approvalsGranted()).isZero();
            });
  }
}
