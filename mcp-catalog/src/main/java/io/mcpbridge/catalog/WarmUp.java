package io.mcpbridge.catalog;

import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.arguments.SchemaValidator;
import io.mcpbridge.catalog.internal.call.CallPipeline;
import io.mcpbridge.catalog.internal.call.CallerStep;
import io.mcpbridge.catalog.internal.call.ToolCall;
import io.mcpbridge.catalog.internal.result.StoredResults;
import io.mcpbridge.catalog.internal.state.CatalogListeners;
import io.mcpbridge.catalog.internal.state.ListingActivity;
import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.internal.supervision.CatalogContext;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.catalog.internal.tools.InvisibleCharacterReports;
import io.mcpbridge.catalog.internal.tools.KnownDefinitions;
import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.internal.concurrent.Scheduler;
import io.mcpbridge.internal.revision.Revisions;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.json.JsonReader;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Correlator;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.Transport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the classes for tool calls once per JVM, in the background, while the first servers
 * connect. Otherwise the first call would be slower. Calls a tool of an in-memory server and sends
 * nothing to other servers.
 */
final class WarmUp {

  private static final Logger log = LoggerFactory.getLogger(WarmUp.class);
  private static final String NAME = "warm-up";

  /** The oldest revision, which needs no discovery. */
  private static final String REVISION = Revisions.versions().get(Revisions.versions().size() - 1);

  private static final AtomicBoolean started = new AtomicBoolean();

  private WarmUp() {}

  static void begin(Scheduler schedule) {
    if (started.compareAndSet(false, true)) {
      schedule.execute(() -> run(schedule));
    }
  }

  private static void run(Scheduler schedule) {
    try {
      ToolOutput output = call(schedule);
      if (output.isError()) {
        log.debug("Warm-up failed, so the first tool call will load classes: {}", output.text());
      }
    } catch (RuntimeException | LinkageError e) {
      log.debug("The first tool call will load classes", e);
    }
  }

  /** Runs all steps of a call. */
  static ToolOutput call(Scheduler schedule) {
    ManagedServer server = server(schedule);
    try {
      server.listTools();
      ServerRegistry servers = new ServerRegistry(ServerNames.none());
      servers.replaceAll(Map.of(NAME, server));
      CatalogSnapshot tools = new CatalogSnapshot(server.tools(), Map.of(), ServerNames.none());
      return new CallPipeline(
              servers,
              server.history(),
              SchemaValidator.builtIn(),
              CallGuards.defaults(),
              new CallerStep(() -> ThreadContextProvider.NOTHING, null),
              new Approvals(ApprovalPolicy::allowAll, () -> {}),
              new StoredResults(null, Runnable::run),
              null,
              () -> false)
          .run(
              new ToolCall(
                  tools,
                  List::of,
                  tools.all().get(0).modelName(),
                  "{\"text\": \"a\"}",
                  CallOptions.defaults()));
    } finally {
      server.close();
    }
  }

  private static ManagedServer server(Scheduler schedule) {
    CatalogListeners listeners = CatalogListeners.none();
    return new ManagedServer(
        NAME,
        new InMemory(),
        ServerOptions.builder().protocolVersion(REVISION).build(),
        null,
        new ServerHistory(NAME, listeners, Runnable::run),
        new CatalogContext(
            schedule,
            ToolCatalog.builder().clients(),
            listeners,
            new ListingActivity(schedule, () -> {}),
            changed -> {},
            new KnownDefinitions(null, new InvisibleCharacterReports()),
            null,
            connected -> {},
            ToolNames::modelName,
            false));
  }

  /** Answers on the calling thread. */
  private static final class InMemory implements Transport {

    @Override
    public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
      return new InMemoryChannel(new Correlator(address(), listener));
    }

    @Override
    public String address() {
      return NAME;
    }
  }

  private record InMemoryChannel(Correlator correlator) implements Channel {

    private static final JsonReader READER = new JsonReader(JsonLimits.defaults());

    @Override
    public Exchange exchange(Outbound request, Deadline deadline) {
      Exchange exchange = correlator.open(request, notice -> {});
      JsonRpcMessage received = read(request.message().toBytes());
      if (received instanceof JsonRpcRequest rpcRequest) {
        byte[] result = result(rpcRequest.method()).getBytes(StandardCharsets.UTF_8);
        JsonObject json = JsonObject.of(READER.read(result, 0, result.length));
        correlator.deliver(read(JsonRpcResponse.success(rpcRequest.id(), json).toBytes()));
      }
      return exchange;
    }

    private static JsonRpcMessage read(byte[] message) {
      return JsonRpcMessage.from(JsonObject.of(READER.read(message, 0, message.length)));
    }

    private static String result(String method) {
      return switch (method) {
        case "initialize" ->
            "{\"protocolVersion\": \""
                + REVISION
                + "\", \"capabilities\": {\"tools\": {}},"
                + " \"serverInfo\": {\"name\": \"warm-up\", \"version\": \"1\"}}";
        case "tools/list" ->
            "{\"tools\": [{\"name\": \"echo\", \"inputSchema\": {\"type\": \"object\","
                + " \"properties\": {\"text\": {\"type\": \"string\"}}, \"required\":"
                + " [\"text\"]}}]}";
        case "tools/call" -> "{\"content\": [{\"type\": \"text\", \"text\": \"a\"}]}";
        default -> "{}";
      };
    }

    @Override
    public void send(Outbound message, Deadline deadline) {
      // a notification needs no response
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      // nothing to close
    }
  }
}
