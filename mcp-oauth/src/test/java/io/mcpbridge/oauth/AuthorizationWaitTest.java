package io.mcpbridge.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.oauth.core.AuthorizationPendingException;
import io.mcpbridge.oauth.core.AuthorizationPrompt;
import io.mcpbridge.oauth.core.OAuthException;
import io.mcpbridge.oauth.core.PendingAuthorization;
import io.mcpbridge.oauth.store.TokenStore;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A user may take long to answer: nothing else waits, and the answer still counts. */
class AuthorizationWaitTest {

  private final OAuthTestEnvironment environment = new OAuthTestEnvironment();
  private final MutableClock clock = new MutableClock();
  private final CountDownLatch prompted = new CountDownLatch(1);
  private final CompletableFuture<Boolean> userAgreed = new CompletableFuture<>();
  private final CompletableFuture<Boolean> promptEnded = new CompletableFuture<>();
  private final OAuthCredentials credentials = environment.credentials().clock(clock).build();
  private final McpClient client =
      McpClient.builder(
              StreamableHttpTransport.builder(environment.mcp.uri("/mcp"))
                  .credentials(credentials)
                  .maxConnections(1)
                  .build())
          .protocolVersion("2025-11-25")
          .build();

  @BeforeEach
  void userDelays() {
    environment.userResponse =
        pending -> {
          prompted.countDown();
          try {
            userAgreed.get(60, TimeUnit.SECONDS);
          } catch (Exception e) {
            promptEnded.complete(e instanceof InterruptedException);
            throw AuthorizationPrompt.CallbackReceiver.failed("no answer: " + e);
          }
          return "code=code-" + OAuthTestEnvironment.SECRET + "&state=" + pending.state();
        };
  }

  @AfterEach
  void close() {
    userAgreed.complete(true);
    client.close();
    environment.close();
  }

  @Test
  void callTimesOutAndNextCallHasToken() {
    CallOptions soon = CallOptions.builder().timeout(Duration.ofSeconds(4)).build();
    assertThatThrownBy(() -> client.list(ListToolsRequest.first(), soon))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("within 4 s (setting timeout)");

    userAgreed.complete(true);

    assertThat(client.listTools()).isEmpty();
    assertThat(environment.prompts).hasSize(1);
    assertThat(environment.auth.requests("/token")).hasSize(1);
  }

  @Test
  void timeoutNamesPendingAuthorization() {
    for (int i = 0; i < 2; i++) { // a later request waits for the same answer
      assertThatThrownBy(
              () -> credentials.renew(refusal(AuthorizationWaitTest::untilPromptIsShown)))
          .isInstanceOf(AuthorizationPendingException.class)
          .hasMessageContaining("a user to grant access at the authorization server")
          .hasMessageContaining(URI.create(environment.issuer()).getHost())
          .hasMessageContaining("a later request uses the token")
          .extracting(e -> ((OAuthException) e).isUnauthorized())
          .isEqualTo(true);
    }
    userAgreed.complete(true);

    assertThat(credentials.renew(refusal(WaitContext.endless()))).isTrue();

    assertThat(sent()).isEqualTo("Bearer access-" + OAuthTestEnvironment.SECRET + "-1");
    assertThat(environment.prompts).hasSize(1);
  }

  /**
   * The user agreed, but the connection pool is exhausted: the authorization is no longer pending.
   */
  @Test
  void reportsExhaustedPoolAfterAuthorization() {
    userAgreed.complete(true);
    WaitContext crowded =
        (work, atMost, description) -> {
          boolean isDone = WaitContext.endless().await(work, atMost, description);
          if (description.contains("a user to grant access")) {
            throw new McpTimeoutException("1 requests are in flight already");
          }
          return isDone;
        };

    assertThatThrownBy(() -> credentials.renew(refusal(crowded)))
        .isExactlyInstanceOf(McpTimeoutException.class)
        .hasMessage("1 requests are in flight already");

    assertThat(sent()).isEqualTo("Bearer access-" + OAuthTestEnvironment.SECRET + "-1");
  }

  private static Challenge refusal(WaitContext waitContext) {
    return new Challenge(401, List.of("Bearer"), null, null, false, waitContext);
  }

  /** Waits for anything but a user. */
  private static boolean untilPromptIsShown(
      CompletableFuture<?> work, Duration atMost, String description) {
    if (description.contains("a user to grant access")) {
      throw new McpTimeoutException("no time is left: still waiting for " + description);
    }
    return WaitContext.endless().await(work, atMost, description);
  }

  @Test
  void cancellationEndsWait() throws Exception {
    McpCall<ListToolsResult> call =
        client.newCall(ListToolsRequest.first(), CallOptions.defaults());
    FutureTask<Throwable> failure = failureOf(call::execute);

    call.cancel();

    assertThat(failure.get(60, TimeUnit.SECONDS)).isInstanceOf(McpCancelledException.class);
  }

  @Test
  void closingClientEndsWait() throws Exception {
    FutureTask<Throwable> failure = failureOf(client::listTools);

    client.close();

    assertThat(failure.get(60, TimeUnit.SECONDS))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("closed");
  }

  private FutureTask<Throwable> failureOf(Runnable call) throws InterruptedException {
    FutureTask<Throwable> failure = new FutureTask<>(() -> catchThrowable(call::run));
    new Thread(failure).start();
    assertThat(prompted.await(60, TimeUnit.SECONDS)).isTrue();
    return failure;
  }

  /** A tool requires a step-up, so the user is asked: nothing else waits for the answer. */
  @Test
  void otherRequestsDoNotWaitForPrompt() throws Exception {
    userAgreed.complete(true);
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("expires_in", 600)));
    client.listTools();
    CompletableFuture<Boolean> agreedToMore = new CompletableFuture<>();
    CountDownLatch askedForMore = new CountDownLatch(1);
    environment.userResponse =
        pending -> {
          askedForMore.countDown();
          agreedToMore.orTimeout(60, TimeUnit.SECONDS).join();
          return "code=more-" + OAuthTestEnvironment.SECRET + "&state=" + pending.state();
        };
    environment.mcp.page("/mcp", this::wantsMoreForCalls);
    FutureTask<Boolean> call = new FutureTask<>(() -> client.callTool("write").content().isEmpty());
    new Thread(call).start();
    assertThat(askedForMore.await(60, TimeUnit.SECONDS)).isTrue();

    client.ping(); // takes the only permit
    clock.pass(Duration.ofMinutes(10));
    client.ping();
    assertThat(sent())
        .as("renewed meanwhile")
        .isEqualTo("Bearer access-" + OAuthTestEnvironment.SECRET + "-2");
    agreedToMore.complete(true);

    assertThat(call.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(sent()).isEqualTo("Bearer access-" + OAuthTestEnvironment.SECRET + "-3");
    assertThat(environment.prompts).hasSize(2);
  }

  private FakeHttpServer.Reply wantsMoreForCalls(FakeHttpServer.Request request) {
    boolean isEnough = String.valueOf(request.header("Authorization")).endsWith("-3");
    if (request.body().contains("tools/call") && !isEnough) {
      return new FakeHttpServer.Reply(
          403,
          Map.of("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"write\""),
          "");
    }
    return request.body().contains("tools/call")
        ? FakeHttpServer.Reply.json(
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + request.body().replaceAll(".*\"id\":(\\d+).*", "$1")
                + ",\"result\":{\"content\":[]}}")
        : environment.serve(request);
  }

  private String sent() {
    return sentBy(credentials);
  }

  private String sentBy(OAuthCredentials owner) {
    return owner
        .headersFor(new OutgoingRequest("POST", URI.create(environment.mcpUrl()), new byte[0]))
        .get("Authorization");
  }

  @Test
  void signOutCancelsPrompt() throws Exception {
    FutureTask<Throwable> failure = failureOf(client::listTools);

    assertThat(catchThrowable(credentials::signOut)).isNull();

    assertThat(failure.get(60, TimeUnit.SECONDS))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("signed out");
    assertThat(promptEnded.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(sent()).isNull();
    userAgreed.complete(true);
    assertThat(client.listTools()).as("it starts no pause").isEmpty();
    assertThat(environment.prompts).hasSize(2);
  }

  /** A prompt may take time to end; meanwhile the user starts again. */
  @Test
  void failureAfterSignOutCausesNoBackoff() throws Exception {
    CompletableFuture<Boolean> signedOut = new CompletableFuture<>();
    environment.userResponse =
        pending -> {
          prompted.countDown();
          try {
            userAgreed.get(60, TimeUnit.SECONDS);
          } catch (Exception interrupted) {
            promptEnded.complete(signedOut.orTimeout(60, TimeUnit.SECONDS).join());
            throw AuthorizationPrompt.CallbackReceiver.failed("no answer");
          }
          return "code=code-" + OAuthTestEnvironment.SECRET + "&state=" + pending.state();
        };
    FutureTask<Throwable> failure = failureOf(client::listTools);

    credentials.signOut();
    signedOut.complete(true);

    assertThat(failure.get(60, TimeUnit.SECONDS)).hasMessageContaining("signed out");
    assertThat(promptEnded.get(60, TimeUnit.SECONDS)).isTrue();
    userAgreed.complete(true);
    assertThat(client.listTools()).isEmpty();
  }

  /** The second caller waits for the first one's answer and must not ask again once it ends. */
  @Test
  void waitingCallerDoesNotPromptAfterSignOut() throws Exception {
    FutureTask<Throwable> first = failureOf(client::listTools);
    CountDownLatch waits = new CountDownLatch(1);
    FutureTask<Throwable> second =
        new FutureTask<>(() -> catchThrowable(() -> credentials.renew(refusal(signaling(waits)))));
    new Thread(second).start();
    assertThat(waits.await(60, TimeUnit.SECONDS)).isTrue();

    credentials.signOut();

    for (FutureTask<Throwable> failure : List.of(first, second)) {
      assertThat(failure.get(60, TimeUnit.SECONDS))
          .isInstanceOf(OAuthException.class)
          .hasMessageContaining("signed out");
    }
    assertThat(environment.prompts).hasSize(1);
  }

  /** Signals when a user is waited for, and waits without a deadline. */
  private static WaitContext signaling(CountDownLatch waits) {
    return (work, atMost, description) -> {
      if (description.contains("a user to grant access")) {
        waits.countDown();
      }
      return WaitContext.endless().await(work, atMost, description);
    };
  }

  /** The token is valid for some more seconds; the authorization server does not answer. */
  @Test
  void requestsDoNotWaitForEarlyRefresh() throws Exception {
    userAgreed.complete(true);
    environment.tokens =
        request -> FakeHttpServer.Reply.json(environment.token(Map.of("expires_in", 600)));
    client.listTools();
    CountDownLatch renewing = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    environment.tokens =
        request -> {
          renewing.countDown();
          awaitLatch(answers);
          return FakeHttpServer.Reply.json(environment.token(Map.of("expires_in", 600)));
        };
    clock.pass(Duration.ofSeconds(575));

    for (int i = 0; i < 2; i++) {
      assertThat(sentOf(environment.mcp, client::ping))
          .isEqualTo("Bearer access-" + OAuthTestEnvironment.SECRET + "-1");
    }

    awaitLatch(renewing);
    FutureTask<String> waits = new FutureTask<>(this::sent);
    clock.pass(Duration.ofSeconds(30));
    new Thread(waits).start();
    answers.countDown();
    assertThat(waits.get(60, TimeUnit.SECONDS))
        .as("the old one has ended")
        .isEqualTo("Bearer access-" + OAuthTestEnvironment.SECRET + "-2");
    assertThat(environment.auth.requests("/token")).hasSize(2);
  }

  /** The refresh hangs: only the sign-out waits for it. */
  @Test
  void signOutTakesEffectDuringRefresh() throws Exception {
    userAgreed.complete(true);
    OAuthCredentials impatient =
        environment.credentials().clock(clock).maxWait(Duration.ofMillis(1)).build();
    impatient.renew(refusal(WaitContext.endless()));
    String token = sentBy(impatient);
    Object before = impatient.principal();
    CountDownLatch renewing = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    environment.tokens =
        request -> {
          renewing.countDown();
          awaitLatch(answers);
          return FakeHttpServer.Reply.json(environment.token(Map.of()));
        };
    clock.pass(Duration.ofMinutes(2));
    FutureTask<Throwable> renewal =
        start(() -> impatient.renew(new Challenge(401, List.of("Bearer"), null, token)));
    awaitLatch(renewing);
    FutureTask<Throwable> signOut = start(impatient::signOut);
    awaitCondition(() -> sentBy(impatient) == null);
    Object meanwhile = impatient.principal();

    answers.countDown();

    assertThat(signOut.get(60, TimeUnit.SECONDS)).isNull();
    assertThat(renewal.get(60, TimeUnit.SECONDS)).isNull();
    assertThat(sentBy(impatient)).isNull();
    assertThat(impatient.principal()).isNotEqualTo(before).isNotEqualTo(meanwhile);
    assertThat(environment.auth.requests("/revoke").get(0).form())
        .containsEntry("token", "refresh-" + OAuthTestEnvironment.SECRET + "-2");
  }

  /** Permission was given while a refresh hangs: it waits for as long as necessary. */
  @Test
  void keepsGrantDuringRefresh() throws Exception {
    userAgreed.complete(true);
    CountDownLatch renewing = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    AtomicBoolean signedIn = new AtomicBoolean();
    TokenStore store = blockingStore(signedIn, renewing, answers);
    OAuthCredentials impatient =
        environment
            .credentials()
            .clock(clock)
            .tokenStore(store)
            .maxWait(Duration.ofMillis(1))
            .build();
    impatient.renew(refusal(WaitContext.endless()));
    String token = sentBy(impatient);
    signedIn.set(true);
    clock.pass(Duration.ofMinutes(2));
    FutureTask<Throwable> renewal =
        start(() -> impatient.renew(new Challenge(401, List.of("Bearer"), null, token)));
    awaitLatch(renewing);
    FutureTask<Throwable> call =
        start(() -> assertThat(impatient.renew(stepUpChallenge(token))).isTrue());
    awaitCondition(() -> environment.auth.requests("/token").size() == 2);
    assertThatThrownBy(() -> call.get(50, TimeUnit.MILLISECONDS))
        .as("still waiting for its turn")
        .isInstanceOf(TimeoutException.class);

    answers.countDown();

    assertThat(call.get(60, TimeUnit.SECONDS)).isNull();
    assertThat(renewal.get(60, TimeUnit.SECONDS)).isNull();
    assertThat(sentBy(impatient)).isEqualTo("Bearer access-" + OAuthTestEnvironment.SECRET + "-2");
  }

  @Test
  void closingCredentialsCancelsPrompt() throws Exception {
    FutureTask<Throwable> failure = failureOf(client::listTools);

    credentials.close();

    assertThat(failure.get(60, TimeUnit.SECONDS))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("the credentials were closed");
    assertThat(promptEnded.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(credentials.renew(refusal(WaitContext.endless()))).isFalse();
    assertThat(environment.prompts).hasSize(1);
  }

  /** Each request would open a listener, fail and start again. */
  @Test
  void backsOffAfterFailedPrompt() {
    environment.userResponse =
        pending -> {
          throw new IllegalStateException("no display");
        };

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> credentials.renew(refusal(WaitContext.endless())))
          .isInstanceOf(OAuthException.class)
          .hasMessageContaining("the prompt of this application failed")
          .hasMessageContaining("IllegalStateException");
    }

    assertThat(environment.prompts).hasSize(1);
  }

  /** The user gives permission, and the token arrives after the sign-out. */
  @Test
  void revokesTokenReceivedAfterSignOut() throws Exception {
    userAgreed.complete(true);
    CountDownLatch renewing = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    AtomicBoolean permitted = new AtomicBoolean();
    AtomicBoolean tokenIssued = new AtomicBoolean();
    CountDownLatch read = new CountDownLatch(1);
    OAuthCredentials signedIn =
        environment
            .credentials()
            .clock(signalingClock(tokenIssued, read))
            .tokenStore(blockingStore(permitted, renewing, answers))
            .build();
    signedIn.renew(refusal(WaitContext.endless()));
    String token = sentBy(signedIn);
    permitted.set(true);
    clock.pass(Duration.ofMinutes(2));
    FutureTask<Throwable> renewal =
        start(() -> signedIn.renew(new Challenge(401, List.of("Bearer"), null, token)));
    awaitLatch(renewing);
    environment.tokens =
        request -> {
          tokenIssued.set(true);
          return FakeHttpServer.Reply.json(environment.token(Map.of("expires_in", 600)));
        };
    FutureTask<Throwable> call = start(() -> signedIn.renew(stepUpChallenge(token)));
    awaitLatch(read);
    FutureTask<Throwable> signOut = start(signedIn::signOut);
    awaitCondition(() -> sentBy(signedIn) == null);

    answers.countDown();

    assertThat(signOut.get(60, TimeUnit.SECONDS)).isNull();
    assertThat(call.get(60, TimeUnit.SECONDS)).hasMessageContaining("signed out");
    assertThat(renewal.get(60, TimeUnit.SECONDS)).isNull();
    awaitCondition(() -> revokedTokens().contains("refresh-" + OAuthTestEnvironment.SECRET + "-2"));
    assertThat(sentBy(signedIn)).isNull();
  }

  /** Signals when it is read, to detect the computation of the token's expiry. */
  private Clock signalingClock(AtomicBoolean tokenIssued, CountDownLatch read) {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return clock.getZone();
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        if (tokenIssued.get()) {
          read.countDown();
        }
        return clock.instant();
      }
    };
  }

  private List<String> revokedTokens() {
    return environment.auth.requests("/revoke").stream()
        .map(request -> request.form().get("token"))
        .toList();
  }

  /** The user signs out while the prompt is being prepared. */
  @Test
  void doesNotShowPageAfterSignOut() throws Exception {
    CountDownLatch preparing = new CountDownLatch(1);
    CountDownLatch prepared = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    AuthorizationPrompt.CallbackReceiver callbackReceiver =
        new AuthorizationPrompt.CallbackReceiver() {
          @Override
          public URI redirectUri() {
            return URI.create("http://localhost:3000/callback");
          }

          @Override
          public String await(PendingAuthorization pending) {
            prompted.countDown();
            throw AuthorizationPrompt.CallbackReceiver.failed("the user is absent");
          }

          @Override
          public void close() {
            closed.countDown();
          }
        };
    OAuthCredentials slow =
        environment
            .credentials()
            .prompt(
                () -> {
                  preparing.countDown();
                  awaitLatch(prepared);
                  return callbackReceiver;
                })
            .build();
    FutureTask<Throwable> call = start(() -> slow.renew(refusal(WaitContext.endless())));
    awaitLatch(preparing);

    slow.signOut();
    prepared.countDown();

    assertThat(call.get(60, TimeUnit.SECONDS))
        .isInstanceOf(OAuthException.class)
        .hasMessageContaining("signed out");
    awaitLatch(closed);
    assertThat(prompted.getCount()).as("shown").isOne();
  }

  /** A store that blocks refreshes until a sign-in. */
  private static TokenStore blockingStore(
      AtomicBoolean signedIn, CountDownLatch renewing, CountDownLatch answers) {
    TokenStore memory = TokenStore.inMemory();
    return (TokenStore)
        Proxy.newProxyInstance(
            TokenStore.class.getClassLoader(),
            new Class<?>[] {TokenStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("exclusively") && signedIn.get()) {
                renewing.countDown();
                awaitLatch(answers);
              }
              return method.invoke(memory, arguments);
            });
  }

  private static Challenge stepUpChallenge(String token) {
    return new Challenge(
        403, List.of("Bearer error=\"insufficient_scope\", scope=\"write\""), null, token);
  }

  private static FutureTask<Throwable> start(Runnable work) {
    FutureTask<Throwable> failure = new FutureTask<>(() -> catchThrowable(work::run));
    new Thread(failure).start();
    return failure;
  }

  private static void awaitCondition(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private static String sentOf(FakeHttpServer httpServer, Runnable request) {
    request.run();
    return httpServer.requests().get(httpServer.requests().size() - 1).header("Authorization");
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
