package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.BearerToken;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.transport.Transport;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Cached responses are used by the callers and for the time that the server allows. */
@ExtendWith({LeakCheck.class, ContractTable.class})
class CacheContractTest {

  private static final String MATRIX = "io.mcpbridge.contract.Matrix#all";
  private static final String STATELESS = "io.mcpbridge.contract.CacheContractTest#stateless";
  private static final String READ = "resources/read";
  private static final String LIST = "tools/list";
  private static final String FILE = "file:///a";
  private static final long HOUR = 3_600_000;

  private final FakeMcpServer server = FakeMcpServer.create();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void nothingForbiddenWasSaid() {
    client.close();
    if (endpoint != null) {
      endpoint.close();
    }
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  static Stream<Arguments> stateless() {
    return Matrix.all().filter(arguments -> !isSession((String) arguments.get()[0]));
  }

  private static boolean isSession(String revision) {
    return revision.compareTo("2026") < 0;
  }

  private McpClient.Builder builder(String revision, TransportType type) {
    server.speaking(revision);
    endpoint = type.to(server);
    return builder(endpoint.transport());
  }

  private McpClient.Builder builder(Transport transport) {
    server.tool("one");
    server.tool("two");
    server.resource(FILE, "a", "text/plain", "text");
    server.resource("file:///b", "b", "text/plain", "text");
    return McpClient.builder(transport).name("fake").timeout(Duration.ofSeconds(10));
  }

  /** Responses may be cached for an hour. */
  private void lasting(String method, String scope) {
    server.inject(method, lasting(scope, () -> {}));
  }

  private static Fault lasting(String scope, Runnable meanwhile) {
    return serverTurn ->
        serverTurn.answer(
            right -> {
              meanwhile.run();
              return List.of(
                  right
                      .with(
                          "result",
                          right.object("result").with("ttlMs", HOUR).with("cacheScope", scope))
                      .toMap());
            });
  }

  private int requestCount(String method) {
    return server.received(method).size();
  }

  @ParameterizedTest
  @MethodSource(MATRIX)
  void cachesResultsForTtlMs(String revision, TransportType type) {
    server.pageSize(1);
    lasting(LIST, "public");
    lasting(READ, "private");
    client = builder(revision, type).build();

    for (int i = 0; i < 3; i++) {
      assertThat(client.listTools()).hasSize(2);
      assertThat(client.readResource(FILE).contents()).hasSize(1);
      client.listResources();
    }

    boolean always = isSession(revision);
    assertThat(requestCount(LIST)).isEqualTo(always ? 6 : 2);
    assertThat(requestCount(READ)).isEqualTo(always ? 3 : 1);
    assertThat(requestCount("resources/list")).as("two pages, for no time").isEqualTo(6);
    client.list(ListToolsRequest.first(), CallOptions.builder().noCache().build());
    assertThat(requestCount(LIST)).isEqualTo(always ? 8 : 4);
  }

  @ParameterizedTest
  @MethodSource(STATELESS)
  void changeNotificationInvalidatesCache(String revision, TransportType type) throws Exception {
    lasting(LIST, "public");
    lasting(READ, "public");
    client = builder(revision, type).build();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    assertThat(client.listTools()).hasSize(2);
    client.subscribe(
        SubscriptionFilter.none().withToolsListChanged().withResources(FILE),
        new ChangeListener() {
          @Override
          public void toolsChanged() {
            heard.add("tools");
          }

          @Override
          public void resourceUpdated(String uri) {
            heard.add(uri);
          }
        });
    client.listTools();
    assertThat(requestCount(LIST)).as("what was read before is not relied on").isEqualTo(2);
    client.readResource(FILE);
    client.readResource("file:///b");

    server.announceResourceUpdated(FILE);
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(FILE);
    client.readResource(FILE);
    client.readResource("file:///b");
    client.listTools();
    assertThat(requestCount(READ)).isEqualTo(3);
    assertThat(requestCount(LIST)).isEqualTo(2);
    server.removeTool("one");
    server.announceToolsChanged();
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("tools");
    assertThat(client.listTools()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource(STATELESS)
  void doesNotReuseCacheAfterReconnect(String revision, TransportType type) {
    lasting(LIST, "public");
    client = builder(revision, type).build();
    client.listTools();

    client.disconnect();
    client.listTools();
    client.listTools();

    assertThat(requestCount(LIST)).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource(STATELESS)
  void doesNotCacheResultThatRequiredInput(String revision, TransportType type) {
    lasting(READ, "public");
    server.injectNext(
        READ, Scripted.result("{\"resultType\": \"input_required\", \"requestState\": \"s\"}"));
    client = builder(revision, type).build();

    client.readResource(FILE);
    assertThat(requestCount(READ)).isEqualTo(2);
    client.readResource(FILE);
    client.readResource(FILE);

    assertThat(requestCount(READ)).isEqualTo(3);
  }

  @Test
  void doesNotCacheResultThatAWireInterceptorRejected() {
    lasting(LIST, "public");
    AtomicBoolean rejects = new AtomicBoolean(true);
    client =
        builder(FakeRevisions.V2026_07_28, TransportType.IN_PROCESS)
            .addWireInterceptor(
                chain -> {
                  McpResult result = chain.proceed(chain.request());
                  if (rejects.getAndSet(false)) {
                    throw new McpException("rejected");
                  }
                  return result;
                })
            .build();

    assertThatThrownBy(client::listTools).hasMessageContaining("rejected");
    assertThat(client.listTools()).hasSize(2);
    client.listTools();

    assertThat(requestCount(LIST)).isEqualTo(2);
  }

  @Test
  void doesNotCacheResultOfARequestThatAnInterceptorSentBefore() {
    lasting("resources/list", "public");
    lasting(LIST, "public");
    AtomicBoolean rejects = new AtomicBoolean(true);
    client =
        builder(FakeRevisions.V2026_07_28, TransportType.IN_PROCESS)
            .addWireInterceptor(
                chain -> {
                  if (rejects.getAndSet(false)) {
                    chain.proceed(ListResourcesRequest.first());
                    throw new McpException("rejected");
                  }
                  return chain.proceed(chain.request());
                })
            .build();

    assertThatThrownBy(client::listTools).hasMessageContaining("rejected");

    assertThat(client.listTools()).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource(STATELESS)
  void rejectedCursorInvalidatesCachedPages(String revision, TransportType type) {
    server.pageSize(1);
    client = builder(revision, type).build();
    lasting(LIST, "public");
    server.injectNext(
        LIST,
        serverTurn ->
            serverTurn.answer(
                right ->
                    List.of(
                        right
                            .with(
                                "result",
                                right
                                    .object("result")
                                    .with("ttlMs", HOUR)
                                    .with("nextCursor", "old"))
                            .toMap())),
        Faults.error(200, -32602, "Unknown cursor"));

    assertThat(client.listTools()).hasSize(2);

    assertThat(requestCount(LIST)).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource(STATELESS)
  void cachesPerRequestMeta(String revision, TransportType type) {
    lasting(LIST, "public");
    client = builder(revision, type).build();

    for (String tenant : List.of("a", "b")) {
      client.list(
          ListToolsRequest.first(),
          CallOptions.builder().meta(Map.of("com.acme/tenant", tenant)).build());
    }
    client.listTools();
    client.listTools();

    assertThat(server.received(LIST))
        .extracting(message -> message.meta().get("com.acme/tenant"))
        .containsExactly("a", "b", null);
  }

  @ParameterizedTest
  @MethodSource(STATELESS)
  void cacheCanBeDisabled(String revision, TransportType type) {
    lasting(LIST, "public");
    client = builder(revision, type).cacheLimits(CacheLimits.none()).build();

    client.listTools();
    client.listTools();

    assertThat(requestCount(LIST)).isEqualTo(2);
  }

  private void connect(Credentials credentials) {
    connectWith(builder -> builder.credentials(credentials));
  }

  private void connectWith(UnaryOperator<StreamableHttpTransport.Builder> settings) {
    server.speaking(FakeRevisions.V2026_07_28);
    client = builder(settings.apply(StreamableHttpTransport.builder(server.url())).build()).build();
    lasting(LIST, "public");
    lasting(READ, "private");
  }

  @Test
  void privateResultIsCachedPerToken() {
    AtomicReference<String> token = new AtomicReference<>("mine");
    connect(BearerToken.of(token::get));
    client.readResource(FILE);
    client.listTools();

    token.set("yours");
    client.readResource(FILE);
    client.listTools();
    assertThat(requestCount(READ)).isEqualTo(2);
    token.set("mine");
    client.readResource(FILE);
    token.set(null);

    assertThat(requestCount(READ)).isEqualTo(2);
    assertThat(requestCount(LIST)).as("public").isEqualTo(1);
  }

  @Test
  void privateResultIsCachedPerSuppliedHeader() {
    AtomicReference<String> tenant = new AtomicReference<>("north");
    connectWith(builder -> builder.header("X-Tenant", tenant::get));
    client.readResource(FILE);
    client.listTools();

    tenant.set("south");
    client.readResource(FILE);
    client.listTools();
    assertThat(requestCount(READ)).isEqualTo(2);
    tenant.set("north");
    client.readResource(FILE);

    assertThat(requestCount(READ)).isEqualTo(2);
    assertThat(requestCount(LIST)).as("public").isEqualTo(1);
  }

  @Test
  void privateResultIsNotKeptForATenantSetMeanwhile() {
    AtomicReference<String> tenant = new AtomicReference<>("north");
    connectWith(builder -> builder.header("X-Tenant", tenant::get));

    readThriceWhile(() -> tenant.set("south"));

    assertThat(server.received(READ))
        .extracting(message -> message.header("X-Tenant"))
        .containsExactly("north", "south");
  }

  @Test
  void privateResultIsNotKeptForATokenSetMeanwhile() {
    AtomicReference<String> token = new AtomicReference<>("north");
    connect(BearerToken.of(token::get));

    readThriceWhile(() -> token.set("south"));

    assertThat(server.received(READ))
        .extracting(message -> message.header("Authorization"))
        .containsExactly("Bearer north", "Bearer south");
  }

  /** Reads a resource three times; the change happens before the first answer. */
  private void readThriceWhile(Runnable change) {
    server.injectNext(READ, lasting("private", change));
    client.readResource(FILE);
    client.readResource(FILE);
    client.readResource(FILE);
  }

  @Test
  void doesNotCachePrivateResultForUnknownIdentity() {
    connect(request -> Map.of("Authorization", "Custom proof"));

    client.readResource(FILE);
    client.readResource(FILE);
    client.listTools();
    client.listTools();

    assertThat(requestCount(READ)).isEqualTo(2);
    assertThat(requestCount(LIST)).isEqualTo(1);
  }
}
