package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHeaderMismatchException;
import io.mcpbridge.error.McpUnknownResultException;
import io.mcpbridge.error.McpUnsupportedException;
import io.mcpbridge.internal.revision.codec.CacheControl;
import io.mcpbridge.internal.revision.codec.CancelledNotification;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.revision.codec.Codec;
import io.mcpbridge.internal.revision.codec.DeclaredCapabilities;
import io.mcpbridge.internal.revision.codec.FilterJson;
import io.mcpbridge.internal.revision.codec.Implementations;
import io.mcpbridge.internal.revision.codec.InputRequiredReader;
import io.mcpbridge.internal.revision.codec.InputResponses;
import io.mcpbridge.internal.revision.codec.InputWriter;
import io.mcpbridge.internal.revision.header.ParamHeaders;
import io.mcpbridge.internal.revision.header.RoutingHeaders;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PingRequest;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.SetLevelRequest;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The revisions whose requests are self-contained: 2026-07-28. */
public final class StatelessRevision implements Revision {

  private static final String DISCOVER = "server/discover";
  private static final String META = "io.modelcontextprotocol/";

  private final String version;
  private final TaskDialect tasks = new ServerTasks();

  StatelessRevision(String version) {
    this.version = version;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public ChannelMode channelMode() {
    return ChannelMode.STATELESS;
  }

  @Override
  public HandshakeResult handshake(Channel channel, ClientIdentity client, Deadline deadline) {
    try (HandshakeExchange discover = ask(channel, client, deadline)) {
      return understand(discover.answer(), channel, client, deadline);
    }
  }

  /** Sends {@code server/discover} in this revision. */
  public HandshakeExchange ask(Channel channel, ClientIdentity client, Deadline deadline) {
    CallContext context = contextOf(client);
    JsonRpcRequest request =
        new JsonRpcRequest(
            HandshakeExchange.newId(), DISCOVER, withMeta(null, JsonObject.empty(), context));
    return HandshakeExchange.open(
        channel,
        Outbound.of(request, RoutingHeaders.of(version, request, context.paramHeaders())),
        deadline);
  }

  /** Interprets the response; retries once with another revision if the server names one. */
  public HandshakeResult understand(
      JsonRpcResponse response, Channel channel, ClientIdentity client, Deadline deadline) {
    JsonRpcError error = response.error();
    if (error == null) {
      return discovered(Objects.requireNonNull(response.result()));
    }
    if (!SupportedVersions.isEvidence(error)) {
      return new HandshakeResult.MethodUnknown(
          "error " + error.code() + " (" + ServerText.line(error.message()) + ")", null);
    }
    // Retry once, even with the rejected version: a node of a rolling deployment may list what
    // another has just rejected (versioning, version negotiation).
    List<String> supported = SupportedVersions.of(error);
    StatelessRevision mutual = supported.isEmpty() ? this : Revisions.newestStatelessOf(supported);
    if (mutual == null) {
      return withoutStatelessRevision(supported);
    }
    try (HandshakeExchange again = mutual.ask(channel, client, deadline)) {
      JsonRpcResponse second = again.answer();
      if (second.error() != null) {
        throw ErrorResponses.failure(
            second.error(),
            "server/discover was refused twice with error " + second.error().code());
      }
      return mutual.discovered(Objects.requireNonNull(second.result()));
    }
  }

  /**
   * Only {@code supportedVersions} proves the era: some old servers return a result for any method.
   */
  private HandshakeResult discovered(JsonObject result) {
    if (!(result.get("supportedVersions") instanceof List)) {
      return new HandshakeResult.MethodUnknown("a result without supportedVersions", null);
    }
    List<String> supported = result.strings("supportedVersions");
    Revision mutual = Revisions.newestStatelessOf(supported);
    if (mutual == null) {
      return withoutStatelessRevision(supported);
    }
    return new HandshakeResult.Accepted(
        mutual,
        new ServerInfo(
            mutual.version(),
            Implementations.ofResult(result),
            result.map("capabilities"),
            result.string("instructions"),
            result.map("_meta")));
  }

  /** A server that knows the method but offers only older revisions has to be initialized. */
  private static HandshakeResult withoutStatelessRevision(List<String> supported) {
    Revision older = Revisions.newestInitializeOf(supported);
    if (older == null) {
      throw SupportedVersions.nothingInCommon(supported);
    }
    return new HandshakeResult.OtherEra(
        "the server supports only " + Revisions.list(supported), older);
  }

  @Override
  public void check(McpRequest<?> request, ServerInfo server) {
    if (request instanceof SetLevelRequest) {
      throw new McpUnsupportedException(
          version + " has no logging/setLevel: the level travels with each request");
    }
    ServerCapabilityCheck.BINDING.check(request, server);
    tasks.check(request, server);
  }

  @Override
  public TaskSupport taskSupport(TaskSupport learned, ServerInfo server) {
    return tasks.support(learned, server);
  }

  @Override
  public Outbound encode(RequestId id, McpRequest<?> request, CallContext context) {
    JsonRpcRequest message =
        new JsonRpcRequest(
            id,
            methodOf(request),
            withMeta(request, withInputs(Codec.write(request), context), context));
    return new Outbound(
        message, RoutingHeaders.of(version, message, context.paramHeaders()), context.tokenValue());
  }

  /** This era has no ping; {@code server/discover} is the one request that every server answers. */
  private static String methodOf(McpRequest<?> request) {
    return request instanceof PingRequest ? DISCOVER : request.method();
  }

  private JsonObject withMeta(
      @Nullable McpRequest<?> request, JsonObject params, CallContext context) {
    Map<String, @Nullable Object> meta = context.metaWithToken();
    meta.put(META + "protocolVersion", version);
    meta.put(META + "clientCapabilities", capabilities(request, context.client()));
    meta.put(META + "clientInfo", context.client().infoJson());
    LoggingLevel logLevel = context.logLevel();
    if (logLevel != null) {
      meta.put(META + "logLevel", logLevel.word());
    }
    return params.with("_meta", meta);
  }

  private static Map<String, @Nullable Object> capabilities(
      @Nullable McpRequest<?> request, ClientIdentity client) {
    Map<String, @Nullable Object> declared = DeclaredCapabilities.PER_REQUEST.of(client);
    Map<String, ?> tasks = ServerTasks.declaredWith(request);
    if (!tasks.isEmpty()) {
      Map<String, @Nullable Object> extensions = new LinkedHashMap<>(client.extensions());
      extensions.putAll(tasks);
      declared.put("extensions", extensions);
    }
    return declared;
  }

  private static JsonObject withInputs(JsonObject params, CallContext context) {
    InputResponses inputs = context.inputs();
    if (inputs == null) {
      return params;
    }
    JsonObject extended = params;
    if (!inputs.answers().isEmpty()) {
      extended = extended.with("inputResponses", InputWriter.write(inputs.answers()));
    }
    String state = inputs.requestState();
    return state == null ? extended : extended.with("requestState", state);
  }

  @Override
  public <R extends McpResult> DecodedResponse<R> decode(
      McpRequest<R> request, JsonRpcResponse response, CallContext context) {
    refuseMismatch(response.error());
    DecodedResponse<R> task = tasks.decode(request, response, context);
    if (task != null) {
      return task;
    }
    JsonObject result = ErrorResponses.resultOf(response);
    Object type = result.get("resultType");
    if (type == null || type.equals("complete")) {
      return new DecodedResponse.Complete<>(
          admitted(request, Codec.read(request, result), context), CacheControl.of(result));
    }
    if (type.equals("input_required")) {
      return new DecodedResponse.InputRequired<>(
          InputRequiredReader.read(request, result, context.client()),
          JsonObject.of(result.map("inputRequests")));
    }
    throw new McpUnknownResultException(
        "the result is of the unknown type "
            + ServerText.line(Json.write(type))
            + "; nothing was guessed from its shape",
        result.toMap());
  }

  private static void refuseMismatch(@Nullable JsonRpcError error) {
    if (error != null && error.code() == JsonRpcError.HEADER_MISMATCH) {
      throw new McpHeaderMismatchException(
          "the server found that the headers contradict the request: "
              + ServerText.line(error.message())
              + "; does a proxy change headers?",
          error.code(),
          error.message(),
          error.data());
    }
  }

  @SuppressWarnings("unchecked")
  private static <R extends McpResult> R admitted(
      McpRequest<R> request, R result, CallContext context) {
    return result instanceof ListToolsResult page && request instanceof ListToolsRequest listRequest
        ? (R) context.paramHeaders().admit(listRequest.cursor(), page)
        : result;
  }

  @Override
  public boolean suggestsOtherEra(McpException refusal) {
    return RefusalEvidence.isWorthAskingAgain(refusal);
  }

  @Override
  public Outbound cancellation(RequestId id, String reason) {
    return Outbound.of(CancelledNotification.of(id, reason));
  }

  /** Servers of this era send no requests; they ask within their results. */
  @Override
  public @Nullable Outbound answer(
      JsonRpcRequest request, ClientIdentity client, InputResponder inputs) {
    return null;
  }

  /** The level is part of each request. */
  @Override
  public @Nullable SetLevelRequest setLevel(LoggingLevel level) {
    return null;
  }

  @Override
  public SubscriptionService subscriptions(
      Channel channel,
      ServerInfo server,
      ClientIdentity client,
      Supplier<RequestId> ids,
      Executor threads) {
    return new StatelessSubscriptionService(this, channel, server, client, ids, threads);
  }

  /** Subscribes to change notifications. */
  Outbound listen(RequestId id, SubscriptionFilter filter, ClientIdentity client) {
    JsonObject params = JsonObject.empty().with("notifications", FilterJson.write(filter));
    CallContext context = contextOf(client);
    JsonRpcRequest request =
        new JsonRpcRequest(id, "subscriptions/listen", withMeta(null, params, context));
    return Outbound.of(request, RoutingHeaders.of(version, request, context.paramHeaders()));
  }

  private static CallContext contextOf(ClientIdentity client) {
    return new CallContext(
        client, Map.of(), null, null, null, ParamHeaders.none(), TaskSupport.none());
  }

  @Override
  public Outbound notification(JsonRpcNotification notification) {
    return Outbound.of(notification, RoutingHeaders.of(version, notification));
  }

  @Override
  public @Nullable Outbound rootsChanged() {
    return null;
  }
}
