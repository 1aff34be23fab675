package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.test.exchange.HttpEndpoint;
import io.mcpbridge.test.exchange.ListenSubscriptions;
import io.mcpbridge.test.exchange.PendingServerRequest;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.http.StreamableHttpEndpoint;
import io.mcpbridge.test.internal.rules.ResourceUris;
import io.mcpbridge.test.internal.server.ServerCore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A Model Context Protocol server scripted by a test. It records the messages received, and
 * conforms to the specification unless scripted otherwise. It supports every revision from
 * 2024-11-05 to 2026-07-28, unless restricted by {@link #speaking}.
 *
 * <pre>{@code
 * try (FakeMcpServer server = FakeMcpServer.create()) {
 *   server.tool("add")
 *       .inputSchema("{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"number\"}}}")
 *       .handler(call -> FakeResult.text("" + (call.number("a") + call.number("b"))));
 *   String url = server.url();                 // or server.transport(), or StdioEndpoint.serve(...)
 *   // ... let the agent work ...
 *   assertThat(server.calls("add")).hasSize(1);
 *   assertThat(server.violations()).isEmpty();
 * }
 * }</pre>
 *
 * <p>Everything may be changed while it runs. Thread-safe. Its threads are daemons named {@code
 * mcp-fake-*} and end with {@link #close}.
 */
public final class FakeMcpServer implements AutoCloseable {

  private final ServerCore core = new ServerCore();

  private @Nullable StreamableHttpEndpoint http;

  private FakeMcpServer() {}

  /**
   * A server named {@code fake} without tools and open endpoints, which supports every revision.
   */
  public static FakeMcpServer create() {
    return new FakeMcpServer();
  }

  // ---- identity

  /** Its name and version; default {@code fake}, {@code 1.0.0}. */
  public FakeMcpServer named(String name, String version) {
    return identity(Json.write(Map.of("name", name, "version", version)));
  }

  /** Its whole identity as JSON: {@code name}, {@code version}, {@code title}, {@code icons} ... */
  public FakeMcpServer identity(String json) {
    core.profile().identity(JsonObject.of(Json.readObject(json)));
    return this;
  }

  /** Its instructions for the model; default none. */
  public FakeMcpServer instructions(String text) {
    core.profile().instructions(text);
    return this;
  }

  /**
   * Its capabilities as JSON. Default: {@code tools} and {@code logging}, and {@code resources},
   * {@code prompts}, {@code completions} and {@code tasks} once it has some, all with {@code
   * listChanged} and {@code subscribe}. Methods of an absent capability are unknown to it.
   */
  public FakeMcpServer capabilities(String json) {
    core.profile().capabilities(JsonObject.of(Json.readObject(json)));
    return this;
  }

  /**
   * The supported revisions; default {@link io.mcpbridge.test.exchange.FakeRevisions#all()}.
   * Without a stateless revision, the server refuses {@code server/discover} as an unknown method;
   * over HTTP because of the missing session (400). Use {@link #inject(String, Fault)} for other
   * behaviors of old servers: {@code inject("server/discover", Faults.silence())}, or {@code
   * exit(1)}, {@code error(200, -32601, "Method not found")}, {@code httpStatus(500)} ...
   *
   * @throws IllegalArgumentException if there is none, or one is unknown
   */
  public FakeMcpServer speaking(String... revisions) {
    core.profile().revisions(Set.of(revisions));
    return this;
  }

  /** Maximum number of entries per page of a list; default unlimited. */
  public FakeMcpServer pageSize(int entries) {
    core.serverOffer().pageSize(entries);
    return this;
  }

  /**
   * The format of cursors, as a function of the number of preceding entries; default {@code
   * after-7}. Any text is a valid cursor, even the empty one (2026-07-28, pagination).
   */
  public FakeMcpServer cursors(IntFunction<String> ofPosition) {
    core.serverOffer().cursor(ofPosition);
    return this;
  }

  // ---- tools, resources and prompts

  /** Adds a tool, replacing one of the same name; configure it through the returned object. */
  public ToolScript tool(String name) {
    ToolScript tool = new ToolScript(name);
    core.serverOffer().tools().put(name, tool.script());
    return tool;
  }

  /** Removes a tool. */
  public FakeMcpServer removeTool(String name) {
    core.serverOffer().tools().remove(name);
    return this;
  }

  /** Adds a text resource. */
  public FakeMcpServer resource(String uri, String name, String mimeType, String text) {
    resource(uri).name(name).mimeType(mimeType).text(text);
    return this;
  }

  /** Adds a resource, replacing one with the same URI; configure it through the returned object. */
  public ResourceScript resource(String uri) {
    ResourceScript resource = new ResourceScript(uri);
    core.serverOffer().resources().put(uri, resource.script());
    return resource;
  }

  /** Removes a resource. */
  public FakeMcpServer removeResource(String uri) {
    core.serverOffer().resources().remove(uri);
    return this;
  }

  /**
   * Adds a resource template such as {@code file:///{path}}; configure it through the returned
   * object.
   */
  public ResourceTemplateScript resourceTemplate(String uriTemplate, String name) {
    ResourceTemplateScript template = new ResourceTemplateScript(uriTemplate, name);
    core.serverOffer().templates().put(uriTemplate, template.script());
    return template;
  }

  /** Adds a prompt of one user message. */
  public FakeMcpServer prompt(String name, String description, String text) {
    prompt(name).description(description).message("user", text);
    return this;
  }

  /** Adds a prompt, replacing one of the same name; configure it through the returned object. */
  public PromptScript prompt(String name) {
    PromptScript prompt = new PromptScript(name);
    core.serverOffer().prompts().put(name, prompt.script());
    return prompt;
  }

  /** Removes a prompt. */
  public FakeMcpServer removePrompt(String name) {
    core.serverOffer().prompts().remove(name);
    return this;
  }

  /**
   * Handles {@code completion/complete}; without a handler the method is unknown. The request is
   * {@link io.mcpbridge.test.exchange.FakeCall#received}, the result should be a {@link
   * FakeResult#completion}.
   */
  public FakeMcpServer completion(FakeHandler handler) {
    core.serverOffer().completion(FakeResult.by(handler));
    return this;
  }

  /**
   * Sends {@code notifications/tools/list_changed} to every client: on open sessions up to
   * 2025-11-25, and on the subscriptions that requested it under 2026-07-28.
   */
  public void announceToolsChanged() {
    core.announceListChanged("tools");
  }

  /** Sends {@code notifications/resources/list_changed} in the same way. */
  public void announceResourcesChanged() {
    core.announceListChanged("resources");
  }

  /** Sends {@code notifications/prompts/list_changed} in the same way. */
  public void announcePromptsChanged() {
    core.announceListChanged("prompts");
  }

  /**
   * Sends {@code notifications/resources/updated} to the subscribers of this resource, or of one
   * that contains it: with {@code resources/subscribe} up to 2025-11-25, or with {@code
   * subscriptions/listen}.
   */
  public void announceResourceUpdated(String uri) {
    String method = "notifications/resources/updated";
    JsonObject params = JsonObject.empty().with("uri", uri);
    core.clients()
        .notify(
            client -> ResourceUris.cover(client.subscribed(), uri),
            new JsonRpcNotification(method, params));
    core.subscriptions()
        .announce(
            acknowledged -> ResourceUris.cover(acknowledged.list("resourceSubscriptions"), uri),
            method,
            params);
  }

  /** Sends {@code notifications/elicitation/complete} to every client in a session (2025-11-25). */
  public void announceElicitationComplete(String elicitationId) {
    notifyClients(
        "notifications/elicitation/complete",
        JsonObject.empty().with("elicitationId", elicitationId));
  }

  /** Sends any notification to every client in a session (up to 2025-11-25). */
  public void notifyClients(String method, JsonObject params) {
    core.clients().notify(client -> true, new JsonRpcNotification(method, params));
  }

  // ---- server requests

  /**
   * Sends a request to the client with the latest session (up to 2025-11-25), outside of any call,
   * and waits for the response. Waits for the client, too: for {@code notifications/initialized},
   * and over Streamable HTTP for its GET stream.
   *
   * @param limit the total time to wait
   * @throws AssertionError if there is no client or no response in time
   */
  public JsonRpcResponse ask(FakeServerRequest question, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    PendingServerRequest pending = sendRequest(question, limit);
    try {
      return pending.await(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /**
   * Sends a request as {@link #ask} does, and returns without waiting for the response.
   *
   * @param limit how long to wait for a client
   * @throws AssertionError if there is none in time
   */
  public PendingServerRequest sendRequest(FakeServerRequest question, Duration limit) {
    try {
      return core.serverRequestLog().sendRequest(question, limit);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static AssertionError interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new AssertionError("interrupted while a client was asked", cause);
  }

  /**
   * Uses numbers as ids of server requests from now on; a request sent during a client's request
   * gets the same id.
   */
  public FakeMcpServer askingWithNumbers() {
    core.serverRequestLog().number();
    return this;
  }

  /** The {@code subscriptions/listen} requests of clients under 2026-07-28. */
  public ListenSubscriptions subscriptions() {
    return core.subscriptions();
  }

  // ---- transports

  /** A transport without network or process; messages are encoded and decoded all the same. */
  public InProcessTransport transport() {
    return new InProcessTransport(this);
  }

  /** The Streamable HTTP endpoint on a free port of the loopback interface, opened on first use. */
  public synchronized HttpEndpoint http() {
    if (http == null) {
      http = new StreamableHttpEndpoint(core);
      core.whenClosed(http::close);
      http.start();
    }
    return http;
  }

  /** The URL of the Streamable HTTP endpoint, which is opened on first use. */
  public String url() {
    return http().url();
  }

  /** The number of connections so far: sockets, stdio streams, in-process channels. */
  public int connectionsOpened() {
    return core.clients().connectionsOpened();
  }

  /** Drops all connections; new ones are accepted. */
  public void disconnectAll() {
    core.clients().disconnectAll();
  }

  /** Ends every HTTP session: its streams end, and further requests in it get a 404. */
  public void forgetSessions() {
    core.forgetSessions();
  }

  /** Deletes every task, as if expired: requests about one are refused. */
  public void forgetTasks() {
    core.tasks().forget();
  }

  // ---- faults

  /** Faults for the next requests, one each, in place of the correct response. */
  public FakeMcpServer injectNext(Fault... faults) {
    for (Fault fault : faults) {
      core.faults().next(null, fault);
    }
    return this;
  }

  /**
   * Faults for the next messages with this method, one each, in place of the correct response.
   *
   * @param method a JSON-RPC method, of a notification too; or {@code GET} or {@code DELETE}
   */
  public FakeMcpServer injectNext(String method, Fault... faults) {
    for (Fault fault : faults) {
      core.faults().next(method, fault);
    }
    return this;
  }

  /** A fault for every request from now on, until {@link #clearFaults}. */
  public FakeMcpServer inject(Fault fault) {
    core.faults().always(null, fault);
    return this;
  }

  /**
   * A fault for every message with this method from now on, until {@link #clearFaults}.
   *
   * @param method a JSON-RPC method, of a notification too; or {@code GET} or {@code DELETE}
   */
  public FakeMcpServer inject(String method, Fault fault) {
    core.faults().always(method, fault);
    return this;
  }

  /** Removes all faults. */
  public FakeMcpServer clearFaults() {
    core.faults().clear();
    return this;
  }

  // ---- recorded messages

  /** All messages received, in order; of more than 100,000, the latest. */
  public List<ReceivedMessage> received() {
    return core.requestJournal().received().entries();
  }

  /** The messages received with this method; {@code GET} and {@code DELETE} count as methods. */
  public List<ReceivedMessage> received(String method) {
    return core.requestJournal().received().entries(message -> message.method().equals(method));
  }

  /** The calls of this tool, in order, whether or not there is one of that name. */
  public List<ReceivedMessage> calls(String tool) {
    return core.requestJournal()
        .received()
        .entries(
            message ->
                message.method().equals("tools/call")
                    && tool.equals(message.params().string("name")));
  }

  /**
   * Waits for the first message with this method, or returns it if already received.
   *
   * @throws AssertionError if none came in time
   */
  public ReceivedMessage awaitReceived(String method, Duration limit) {
    return awaitReceived(method, 1, limit);
  }

  /**
   * Waits until this many messages with this method were received, and returns the last of them.
   *
   * @throws AssertionError if they did not come in time
   */
  public ReceivedMessage awaitReceived(String method, int count, Duration limit) {
    return core.requestJournal().awaitReceived(method, count, limit);
  }

  /** The requests that the client canceled, as their revision and transport define it. */
  public List<ReceivedMessage> cancelled() {
    return core.requestJournal().cancelled().entries();
  }

  /**
   * Waits until a request with this method is canceled.
   *
   * @throws AssertionError if that did not happen in time
   */
  public ReceivedMessage awaitCancelled(String method, Duration limit) {
    return core.requestJournal().awaitCancelled(method, limit);
  }

  /**
   * Waits until the client disconnects from a request with this method before its response.
   *
   * @throws AssertionError if that did not happen in time
   */
  public ReceivedMessage awaitDisconnected(String method, Duration limit) {
    return core.requestJournal().awaitDisconnected(method, limit);
  }

  /** Violations of the specification by clients that did not prevent a response. */
  public List<String> violations() {
    return core.requestJournal().violations().entries();
  }

  /** Forgets the messages received so far. */
  public void clearReceived() {
    core.requestJournal().clear();
  }

  /** Closes all endpoints and connections and ends its threads. Idempotent. */
  @Override
  public void close() {
    core.closed();
    disconnectAll();
    core.ended();
  }

  @Override
  public String toString() {
    return core.toString();
  }

  // ---- for the transports of this package

  ServerCore core() {
    return core;
  }
}
