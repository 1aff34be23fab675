package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalState;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.FormField;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ListRootsRequest;
import io.mcpbridge.test.FakeHandler;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Forms and URLs of servers wait in the store of approvals, in every revision that has them. */
@ExtendWith({LeakCheck.class, ContractTable.class})
class StoredElicitationsTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String SELF = "io.mcpbridge.contract.StoredElicitationsTest#";
  private static final String SCHEMA =
      """
      {"type": "object", "properties": {
        "city": {"type": "string", "title": "City", "default": "Oslo"},
        "nights": {"type": "integer", "minimum": 1}}, "required": ["city", "nights"]}
      """;
  private static final ElicitFormRequest FORM =
      new ElicitFormRequest("Where?", Json.readObject(SCHEMA), Map.of());

  private final FakeMcpServer server = FakeMcpServer.create();
  private final AtomicReference<Instant> fixedTime = new AtomicReference<>();
  private final ApprovalStore store =
      ApprovalStore.inMemory(() -> fixedTime.get() == null ? Instant.now() : fixedTime.get());
  private final McpApprovals approvals = McpApprovals.builder().store(store).build();
  private final McpElicitations elicitations = approvals.elicitations();
  private final BlockingQueue<PendingElicitation> requested = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
  private Endpoint endpoint;
  private McpClient client;

  StoredElicitationsTest() {
    approvals.addListener(
        new McpApprovals.Listener() {
          @Override
          public void elicitationRequested(PendingElicitation elicitation) {
            requested.add(elicitation);
          }

          @Override
          public void elicitationEnded(PendingElicitation elicitation) {
            ended.add(elicitation.id() + " " + elicitation.state());
          }
        });
  }

  @AfterEach
  void close() {
    if (client != null) {
      client.close();
      endpoint.close();
    }
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  static Stream<Arguments> withForms() {
    return Matrix.all().filter(it -> revision(it).compareTo("2025-06-18") >= 0);
  }

  static Stream<Arguments> withUrls() {
    return Matrix.all().filter(it -> revision(it).compareTo("2025-11-25") >= 0);
  }

  private static String revision(Arguments arguments) {
    return (String) arguments.get()[0];
  }

  /** The call of a tool that returns the answer to its elicitation. */
  private CompletableFuture<CallToolResult> call(
      String revision, TransportType type, FakeServerRequest request) {
    FakeHandler asking =
        call -> {
          if (revision.compareTo("2026") < 0) {
            return FakeResult.text(call.ask(request).result().toJson());
          }
          return call.inputResponses().has("it")
              ? FakeResult.text(call.inputResponses().object("it").toJson())
              : FakeResult.inputRequired(
                  Json.write(
                      Map.of(
                          "it",
                          Map.of(
                              "method", request.method(), "params", request.parameters().toMap()))),
                  "state");
        };
    server.tool("book").handler(asking);
    server.speaking(revision);
    endpoint = type.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .name("hotel")
            .inputHandlers(
                InputHandlers.builder()
                    .elicitForm(elicitations::handle)
                    .elicitUrl(elicitations::handle)
                    .build())
            .build();
    return client
        .newCall(
            new CallToolRequest("book", Map.of()),
            CallOptions.builder().user("ada").timeout(SOON).build())
        .submit();
  }

  private PendingElicitation next() throws InterruptedException {
    PendingElicitation elicitation = requested.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(elicitation).isNotNull();
    return elicitation;
  }

  private static void assertText(CompletableFuture<CallToolResult> result, String json) {
    assertThat(result)
        .succeedsWithin(SOON)
        .satisfies(it -> assertThat(Json.readObject(it.text())).isEqualTo(Json.readObject(json)));
  }

  @ParameterizedTest
  @MethodSource(SELF + "withForms")
  void formWaitsForAnswerOfItsUser(String revision, TransportType type) throws Exception {
    CompletableFuture<CallToolResult> result =
        call(revision, type, FakeServerRequest.form("Where\u001b[2J?", SCHEMA));
    PendingElicitation form = next();

    assertThat(elicitations.ofUser("ada")).containsExactly(form);
    assertThat(form.message()).isEqualTo("Where?");
    assertThat(form.server()).isEqualTo("hotel");
    assertThat(form.tool()).isEqualTo("book");
    assertThat(form.user()).isEqualTo("ada");
    assertThat(form.url()).isNull();
    assertThat(form.fields()).extracting(FormField::name).containsExactly("city", "nights");
    assertThat(form.expires())
        .as("ends before the timeout of the call")
        .isAfter(form.created())
        .isBeforeOrEqualTo(form.created().plusSeconds(54));
    ElicitResult accepted = ElicitResult.accept(Map.of("nights", 2));
    assertThat(elicitations.ofUser("bob")).isEmpty();
    assertThat(elicitations.find(form.id(), "bob")).isEmpty();
    assertThat(elicitations.answer(form.id(), "bob", accepted)).isFalse();
    assertThat(elicitations.answerAsCurrentUser(form.id(), accepted)).as("no user").isFalse();
    assertThat(elicitations.answer("guessed", "ada", accepted)).isFalse();
    for (Map<String, ?> content :
        List.<Map<String, ?>>of(
            Map.of(), Map.of("nights", "two"), Map.of("nights", 0), Map.of("a", 1))) {
      assertThatThrownBy(() -> elicitations.answer(form.id(), "ada", ElicitResult.accept(content)))
          .as(content.toString())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the form does not match the requested schema: ");
    }
    assertThat(elicitations.find(form.id(), "ada").orElseThrow().state())
        .isEqualTo(ApprovalState.WAITING);

    assertThat(elicitations.answer(form.id(), "ada", accepted)).isTrue();

    assertText(
        result, "{\"action\": \"accept\", \"content\": {\"city\": \"Oslo\", \"nights\": 2}}");
    assertThat(elicitations.answer(form.id(), "ada", ElicitResult.decline())).isFalse();
    assertThat(elicitations.all()).isEmpty();
    assertThat(ended).containsExactly(form.id() + " ANSWERED");
    assertThat(Json.readObject(store.find(form.id()).content()))
        .as("the server has what the user entered")
        .containsEntry("action", "accept")
        .containsEntry("content", null);
  }

  @ParameterizedTest
  @MethodSource(SELF + "withUrls")
  void urlWaitsForConsentOfItsUser(String revision, TransportType type) throws Exception {
    String url = "https://example.com/pay?a=1";
    CompletableFuture<CallToolResult> result =
        call(
            revision,
            type,
            revision.compareTo("2026") < 0
                ? FakeServerRequest.url("Pay", url, "e")
                : FakeServerRequest.url("Pay", url));
    PendingElicitation visit = next();

    assertThat(visit.url()).isEqualTo(url);
    assertThat(visit.message()).isEqualTo("Pay");
    assertThat(visit.fields()).isEmpty();
    assertThat(visit).asString().doesNotContain("example.com").contains("URL");
    assertThat(elicitations.answer(visit.id(), "ada", ElicitResult.accept(Map.of("a", 1))))
        .isTrue();

    assertText(result, "{\"action\": \"accept\"}");
  }

  @ParameterizedTest
  @MethodSource(SELF + "withForms")
  void formIsDeclinedOrCanceled(String revision, TransportType type) throws Exception {
    CompletableFuture<CallToolResult> result =
        call(revision, type, FakeServerRequest.form("Where?", SCHEMA));
    String id = next().id();

    assertThat(elicitations.answerAsApprover(id, "ops", ElicitResult.decline())).isTrue();
    assertText(result, "{\"action\": \"decline\"}");
    assertThat(ended).containsExactly(id + " DENIED");

    CompletableFuture<CallToolResult> second =
        client
            .newCall(
                new CallToolRequest("book", Map.of()), CallOptions.builder().user("ada").build())
            .submit();
    id = next().id();
    assertThat(elicitations.answer(id, "ada", ElicitResult.cancel())).isTrue();
    assertText(second, "{\"action\": \"cancel\"}");
  }

  private InputContext context(Instant deadline) {
    return new InputContext(
        new CallerContext("hotel", "ada", null, "e1", "book", "1"), null, deadline);
  }

  @Test
  void expiresAsCanceled() throws InterruptedException {
    ElicitResult result = elicitations.handle(FORM, context(Instant.now().plusMillis(20)));

    assertThat(result).isEqualTo(ElicitResult.cancel());
    String id = next().id();
    assertThat(ended).containsExactly(id + " EXPIRED");
    assertThat(elicitations.answer(id, "ada", ElicitResult.decline())).isFalse();
    assertThat(elicitations.all()).isEmpty();
  }

  @Test
  void answerAtEndOfTimeCounts() {
    fixedTime.set(Instant.now());
    Logger logger = (Logger) LoggerFactory.getLogger(McpElicitations.class);
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() { // receives no events of its own calls
          @Override
          protected void append(ILoggingEvent event) {
            if (event.getFormattedMessage().contains("was not answered in time")) {
              String id = requested.remove().id();
              elicitations.answer(id, "ada", ElicitResult.accept(Map.of("nights", 2)));
              fixedTime.set(fixedTime.get().plus(SOON)); // the next one removes its entry
              elicitations.handle(FORM, context(Instant.now()));
            }
          }
        };
    logger.addAppender(appender);
    appender.start();
    try {
      assertThat(elicitations.handle(FORM, context(Instant.now().plusMillis(20))))
          .isEqualTo(ElicitResult.accept(Map.of("city", "Oslo", "nights", 2)));
    } finally {
      logger.detachAppender(appender);
    }
  }

  @Test
  void isWithdrawnWhenServerNoLongerNeedsIt() throws Exception {
    CompletableFuture<ElicitResult> result = new CompletableFuture<>();
    Thread worker =
        new Thread(
            () -> {
              ElicitResult given = elicitations.handle(FORM, context(Instant.now().plus(SOON)));
              if (Thread.currentThread().isInterrupted()) {
                result.complete(given);
              }
            });
    worker.start();
    String id = next().id();

    worker.interrupt();

    assertThat(result).succeedsWithin(SOON).isEqualTo(ElicitResult.cancel());
    assertThat(ended).containsExactly(id + " WITHDRAWN");
    worker.join();
  }

  @Test
  void isNoCallThatNeedsApproval() throws Exception {
    Thread worker = new Thread(() -> elicitations.handle(FORM, context(Instant.now().plus(SOON))));
    worker.start();
    String id = next().id();

    assertThat(approvals.all()).isEmpty();
    assertThat(approvals.ofUser("ada")).isEmpty();
    assertThat(approvals.find(id)).isEmpty();
    assertThat(approvals.decide(id, "ada", ApprovalDecision.allow())).isFalse();
    assertThat(approvals.withdraw(id, "ada")).isFalse();
    assertThat(elicitations.all()).extracting(PendingElicitation::id).containsExactly(id);
    elicitations.answer(id, "ada", ElicitResult.decline());
    worker.join();
  }

  @Test
  void refusesWhatCannotBeStored() {
    ElicitFormRequest tooLong =
        new ElicitFormRequest("x".repeat(100_000), Json.readObject(SCHEMA), Map.of());
    InputContext context = context(Instant.now().plus(SOON));

    assertThatThrownBy(() -> elicitations.handle(tooLong, context))
        .isInstanceOf(McpInputRefusedException.class);
    assertThatThrownBy(() -> elicitations.handle(new ListRootsRequest(Map.of()), context))
        .isInstanceOf(McpInputRefusedException.class);
    assertThat(requested).isEmpty();
  }
}
