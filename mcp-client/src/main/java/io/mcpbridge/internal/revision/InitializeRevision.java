package io.mcpbridge.internal.revision;

import io.mcpbridge.internal.revision.codec.CacheControl;
import io.mcpbridge.internal.revision.codec.CancelledNotification;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.internal.revision.codec.Codec;
import io.mcpbridge.internal.revision.codec.DeclaredCapabilities;
import io.mcpbridge.internal.revision.codec.Implementations;
import io.mcpbridge.internal.revision.codec.UrlElicitationError;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.InputRequiredResult;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.SetLevelRequest;
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

/** The revisions with sessions, which start with {@code initialize}: 2024-11-05 to 2025-11-25. */
public final class InitializeRevision implements Revision {

  private final String version;
  private final DeclaredCapabilities declared;
  private final ServerCapabilityCheck offered;
  private final TaskDialect tasks;
  private final Map<String, String> headers;

  /**
   * @param declared the client capabilities that the revision defines
   * @param offered how strictly the revision treats the server's capabilities
   * @param tasks how calls become tasks
   * @param headers sent with every message after {@code initialize}
   */
  InitializeRevision(
      String version,
      DeclaredCapabilities declared,
      ServerCapabilityCheck offered,
      TaskDialect tasks,
      Map<String, String> headers) {
    this.version = version;
    this.declared = declared;
    this.offered = offered;
    this.tasks = tasks;
    this.headers = headers;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public ChannelMode channelMode() {
    return ChannelMode.SESSION;
  }

  @Override
  public HandshakeResult handshake(Channel channel, ClientIdentity client, Deadline deadline) {
    try (HandshakeExchange initialize = ask(channel, client, deadline)) {
      return understand(initialize.answer(), channel, client, deadline);
    }
  }

  /** Sends {@code initialize} in this revision. */
  public HandshakeExchange ask(Channel channel, ClientIdentity client, Deadline deadline) {
    return HandshakeExchange.open(channel, initialize(client), deadline);
  }

  /**
   * Interprets the response and confirms a successful one. If the server rejects the revision but
   * names one that it supports, retries once with that.
   */
  public HandshakeResult understand(
      JsonRpcResponse response, Channel channel, ClientIdentity client, Deadline deadline) {
    JsonRpcError error = response.error();
    if (error == null) {
      return agreed(Objects.requireNonNull(response.result()), channel, deadline);
    }
    InitializeRevision alternative = Revisions.newestInitializeOf(SupportedVersions.of(error));
    if (alternative == null || alternative == this) {
      return refused(error);
    }
    try (HandshakeExchange again = alternative.ask(channel, client, deadline)) {
      JsonRpcResponse second = again.answer();
      return second.error() == null
          ? agreed(Objects.requireNonNull(second.result()), channel, deadline)
          : refused(second.error());
    }
  }

  private static HandshakeResult agreed(JsonObject result, Channel channel, Deadline deadline) {
    String version = result.string("protocolVersion");
    if (version == null) {
      return new HandshakeResult.MethodUnknown(
          "the answer to initialize names no protocolVersion", null);
    }
    InitializeRevision revision = Revisions.newestInitializeOf(List.of(version));
    if (revision == null) {
      return withoutInitializeRevision(
          List.of(version), "initialize answered with " + ServerText.line(version));
    }
    channel.send(
        revision
            .notification(new JsonRpcNotification("notifications/initialized", null))
            .as(Outbound.Part.OPENED),
        deadline);
    return new HandshakeResult.Accepted(revision, serverInfo(version, result));
  }

  private static HandshakeResult refused(JsonRpcError error) {
    String evidence = "error " + error.code() + " (" + ServerText.line(error.message()) + ")";
    List<String> supported = SupportedVersions.of(error);
    if (!supported.isEmpty() && Revisions.newestInitializeOf(supported) == null) {
      return withoutInitializeRevision(supported, evidence);
    }
    Revision stateless = Revisions.statelessIn(error.message());
    return stateless == null
        ? new HandshakeResult.MethodUnknown(
            evidence, ErrorResponses.failure(error, "initialize was refused"))
        : new HandshakeResult.OtherEra(evidence, stateless);
  }

  private static HandshakeResult withoutInitializeRevision(
      List<String> supported, String evidence) {
    Revision stateless = Revisions.newestStatelessOf(supported);
    if (stateless == null) {
      throw SupportedVersions.nothingInCommon(supported);
    }
    return new HandshakeResult.OtherEra(evidence, stateless);
  }

  private Outbound initialize(ClientIdentity client) {
    Map<String, @Nullable Object> params = new LinkedHashMap<>();
    params.put("protocolVersion", version);
    params.put("capabilities", declared.of(client));
    params.put("clientInfo", client.infoJson());
    // No version header: it is defined only for subsequent requests (2025-06-18, transports).
    return Outbound.of(
            new JsonRpcRequest(HandshakeExchange.newId(), "initialize", JsonObject.of(params)))
        .as(Outbound.Part.OPENS);
  }

  private static ServerInfo serverInfo(String version, JsonObject result) {
    return new ServerInfo(
        version,
        Implementations.read(result.object("serverInfo")),
        result.map("capabilities"),
        result.string("instructions"),
        result.map("_meta"));
  }

  @Override
  public void check(McpRequest<?> request, ServerInfo server) {
    offered.check(request, server);
    tasks.check(request, server);
  }

  @Override
  public TaskSupport taskSupport(TaskSupport learned, ServerInfo server) {
    return tasks.support(learned, server);
  }

  @Override
  public Outbound encode(RequestId id, McpRequest<?> request, CallContext context) {
    UrlElicitationError.refuseUncompleted(context.inputs());
    JsonObject params = tasks.params(request, Codec.write(offered.supported(request)), context);
    Map<String, @Nullable Object> meta = context.metaWithToken();
    if (!meta.isEmpty()) {
      params = params.with("_meta", meta);
    }
    JsonObject sent = params.toMap().isEmpty() ? null : params;
    return new Outbound(
        new JsonRpcRequest(id, request.method(), sent), headers, context.tokenValue());
  }

  @Override
  public <R extends McpResult> DecodedResponse<R> decode(
      McpRequest<R> request, JsonRpcResponse response, CallContext context) {
    InputRequiredResult visits = UrlElicitationError.required(response.error());
    if (visits != null
        && declared.cover(context.client().capabilities(), UrlElicitationError.REQUIRES)) {
      return new DecodedResponse.InputRequired<>(visits, UrlElicitationError.inputRequests(visits));
    }
    DecodedResponse<R> task = tasks.decode(request, response, context);
    if (task != null) {
      return task;
    }
    R result = Codec.read(request, offered.resultOf(request, response));
    if (result instanceof ListToolsResult page) {
      context.taskSupport().learn(page);
    }
    return new DecodedResponse.Complete<>(result, CacheControl.NONE);
  }

  @Override
  public Outbound cancellation(RequestId id, String reason) {
    return notification(CancelledNotification.of(id, reason));
  }

  @Override
  public Outbound answer(JsonRpcRequest request, ClientIdentity client, InputResponder inputs) {
    return Outbound.of(new ServerRequestAnswers(declared, client, inputs).answer(request), headers);
  }

  @Override
  public SetLevelRequest setLevel(LoggingLevel level) {
    return new SetLevelRequest(level);
  }

  @Override
  public SubscriptionService subscriptions(
      Channel channel,
      ServerInfo server,
      ClientIdentity client,
      Supplier<RequestId> ids,
      Executor threads) {
    return new SessionSubscriptionService(channel, server, headers, ids);
  }

  @Override
  public Outbound rootsChanged() {
    return notification(new JsonRpcNotification("notifications/roots/list_changed", null));
  }

  @Override
  public Outbound notification(JsonRpcNotification notification) {
    return Outbound.of(notification, headers);
  }
}
