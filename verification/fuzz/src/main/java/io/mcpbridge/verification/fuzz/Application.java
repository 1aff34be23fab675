package io.mcpbridge.verification.fuzz;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.error.McpException;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CompleteRequest;
import io.mcpbridge.model.GetPromptRequest;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PromptReference;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.model.SubscriptionFilter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A client and a catalog, each with its own server. */
final class Application implements AutoCloseable {

  /** The timeout of each operation while the server misbehaves. */
  static final Duration LIMIT = Duration.ofMillis(100);

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String SERVER = "s";
  private static final String TOOL = "s__fuzz";
  private static final CallOptions BRIEF = options(LIMIT);
  private static final CallOptions PATIENT = options(TIMEOUT);

  private final Lane lane;
  private final long seed;
  private final Peer clientsPeer;
  private final Peer catalogsPeer;
  private final McpClient client;
  private final ToolCatalog catalog;
  private boolean isRefreshLate;

  Application(Lane lane, long seed) {
    this.lane = lane;
    this.seed = seed;
    this.clientsPeer = new Peer(lane, seed, null, 0);
    this.catalogsPeer = new Peer(lane, seed, null, 0);
    this.client = client(clientsPeer, TIMEOUT);
    this.catalog =
        ToolCatalog.builder()
            .server(SERVER, catalogsPeer.transport(), serverOptions())
            .inputHandlers(Handlers.all())
            .build();
  }

  /** Whether the last refresh did not end in time, so that the fault may meet the next one. */
  boolean isRefreshLate() {
    return isRefreshLate;
  }

  private static CallOptions options(Duration limit) {
    return CallOptions.builder().timeout(limit).noCache().build();
  }

  private McpClient client(Peer peer, Duration initializationTimeout) {
    return McpClient.builder(peer.transport())
        .name("fuzz")
        .protocolVersion(lane.revision())
        .initializationTimeout(initializationTimeout)
        .timeout(LIMIT)
        .listTimeout(LIMIT)
        .inputHandlers(Handlers.all())
        .build();
  }

  /** Without a circuit breaker, which would rightly block the next call. */
  private ServerOptions serverOptions() {
    return ServerOptions.builder()
        .protocolVersion(lane.revision())
        .initializationTimeout(TIMEOUT)
        .listTimeout(Duration.ofSeconds(2))
        .timeout(LIMIT)
        .maxResultCharacters(2_000)
        .callLimits(
            CallLimits.builder()
                .circuitBreakerFailureThreshold(0)
                .maxRetryAfter(Duration.ofMillis(1))
                .maxRetries(0)
                .build())
        .build();
  }

  /**
   * Instructs the server to misbehave.
   *
   * @return the fault in the response; {@code null} if it is valid
   */
  @Nullable String arm(Operation operation, long number) {
    McpClient to = operation.isOfCatalog() ? catalog.client(SERVER) : client;
    return arm(to, operation.method(lane), number);
  }

  /**
   * Makes one valid call where the operation was made before, which ends the misbehavior.
   *
   * @return the fault in the result; {@code null} if it is valid
   * @throws io.mcpbridge.error.McpException if the call fails
   */
  @Nullable String check(Operation operation, long number) {
    if (!operation.isOfCatalog()) {
      return arm(client, "", number);
    }
    catalog.refresh(List.of(SERVER), TIMEOUT);
    String arguments = Json.write(Map.of("case", number, "method", ""));
    ToolOutput output = catalog.call("s__" + Script.ARM, arguments, PATIENT);
    if (output.failure() != null) {
      throw output.failure();
    }
    return checkArmed(output.text(), number);
  }

  private static @Nullable String arm(McpClient client, String method, long number) {
    CallToolRequest arm = new CallToolRequest(Script.ARM, Map.of("case", number, "method", method));
    return checkArmed(client.newCall(arm, PATIENT).execute().text(), number);
  }

  private static @Nullable String checkArmed(String text, long number) {
    return text.equals("armed " + number) ? null : "not the right answer: " + text;
  }

  /**
   * Performs the operation.
   *
   * @return the outcome in a word
   */
  String perform(Operation operation, long number, Chance chance) {
    return switch (operation) {
      case CALL -> execute(new CallToolRequest("fuzz", Map.of("city", "Oslo")));
      case LIST_TOOLS -> describe(client.listTools());
      case LIST_RESOURCES -> describe(client.listResources());
      case LIST_TEMPLATES -> describe(client.listResourceTemplates());
      case LIST_PROMPTS -> describe(client.listPrompts());
      case READ_RESOURCE -> execute(new ReadResourceRequest("a:b"));
      case GET_PROMPT -> execute(new GetPromptRequest("p", Map.of("x", "y")));
      case COMPLETE -> execute(new CompleteRequest(new PromptReference("p"), "x", "a", Map.of()));
      case SUBSCRIBE -> subscribe();
      case CATALOG_CALL -> outcome(catalog.call(TOOL, "{\"city\": \"Oslo\"}", BRIEF));
      case CATALOG_REFRESH -> {
        isRefreshLate = !catalog.refresh(List.of(SERVER), LIMIT);
        yield describe(catalog.tools());
      }
      case CATALOG_RESOURCES -> {
        var listing = catalog.resources().list(BRIEF);
        listing.failures().values().forEach(Outcome::requireDocumented);
        yield describe(List.copyOf(listing.byServer().entrySet()));
      }
      case MODEL_ARGUMENTS -> outcome(catalog.call(TOOL, arguments(chance), BRIEF));
      case CONNECT -> connect(number);
    };
  }

  private <R extends McpResult> String execute(McpRequest<R> request) {
    R result =
        client.newCall(request, BRIEF.toBuilder().onProgress(progress -> {}).build()).execute();
    return describe(List.of(result));
  }

  /** Reads the results, as an application that shows them does. */
  private static String describe(List<?> results) {
    return results.toString().isEmpty() ? "nothing" : "a result";
  }

  private static String outcome(ToolOutput output) {
    McpException failure = output.failure();
    if (failure == null) {
      return output.isError() ? "a result that says isError" : "a result";
    }
    Outcome.requireDocumented(failure);
    return Outcome.of(failure);
  }

  private String subscribe() {
    Subscription subscription =
        client.subscribe(SubscriptionFilter.lists(), new ChangeListener() {});
    subscription.close();
    return "a subscription";
  }

  private String connect(long number) {
    Duration limit = lane.wire() == Wire.STDIO ? Duration.ofSeconds(2) : LIMIT;
    try (Peer peer = new Peer(lane, seed, Operation.CONNECT.method(lane), number);
        McpClient newClient = client(peer, limit)) {
      return describe(List.of(newClient.server()));
    }
  }

  /** Arguments that a model might write. */
  private static String arguments(Chance chance) {
    Map<String, ?> right =
        Json.readObject("{\"city\": \"Oslo\", \"days\": 3, \"list\": [1, \"x\"], \"kind\": \"a\"}");
    Mutation mutation = new Mutation(chance);
    byte[] json = mutation.structure(right);
    return new String(chance.oneIn(4) ? mutation.bytes(json) : json, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    client.close();
    catalog.close();
    clientsPeer.close();
    catalogsPeer.close();
  }
}
