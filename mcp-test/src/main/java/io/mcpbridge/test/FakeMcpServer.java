package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A Model Context Protocol server that does what a test tells it, remembers what it was sent, and
 * keeps to the specification until told otherwise. It speaks every revision from 2024-11-05 to
 * 2026-07-28, unless restricted by {@link #speaking}.
 *
 * <pre>{@code
 * try (FakeMcpServer server = FakeMcpServer.create()) {
 *   server.tool("add")
 *       .inputSchema("{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"number\"}}}")
 *       .handler(call -> FakeResult.text("" + (call.number("a") + call.number("b"))));
 *   String url = server.http().url();          // or server.transport(), or StdioDoor.serve(...)
 *   // ... let the agent work ...
 *   assertThat(server.received("tools/call")).hasSize(1);
 *   assertThat(server.violations()).isEmpty();
 * }
 * }</pre>
 *
 * <p>Everything may be changed while it runs. Thread-safe. Its threads are daemons named {@code
 * mcp-fake-*} and end with {@link #close}.
 */
public final class FakeMcpServer implements AutoCloseable {

  private static final Set<FakeMcpServer> OPEN = ConcurrentHashMap.newKeySet();

  private final Profile profile = new Profile();
  private final Catalogue catalogue = new Catalogue();
  private final Sessions sessions = new Sessions();
  private final Subscriptions subscriptions = new Subscriptions(this);
  private final Questions questions = new Questions(this);
  private final TaskRuns tasks = new TaskRuns(this);
  private final Protocol protocol = new Protocol(this, new Operations(this));
  private final MisbehaviourPlan plan = new MisbehaviourPlan();
  private final FakeThreads threads = new FakeThreads();
  private final Clients clients = new Clients();
  private final Journal journal = new Journal();

  private @Nullable HttpDoor http;
  private @Nullable HttpSseDoor httpSse;
  private volatile boolean closed;

  private FakeMcpServer() {
    OPEN.add(this);
  }

  /** A server named {@code fake} without tools, speaking every revision, with no door open yet. */
  public static FakeMcpServer create() {
    return new FakeMcpServer();
  }

  // ---- what it is

  /** Its name and version; default {@code fake}, {@code 1.0.0}. */
  public FakeMcpServer named(String name, String version) {
    return identity(Json.write(Map.of("name", name, "version", version)));
  }

  /** Its whole identity as JSON: {@code name}, {@code version}, {@code title}, {@code icons} ... */
  public FakeMcpServer identity(String json) {
    profile.identity(JsonObject.of(Json.readObject(json)));
    return this;
  }

  /** What it tells the model about itself; default nothing. */
  public FakeMcpServer instructions(String text) {
    profile.instructions(text);
    return this;
  }

  /**
   * Its capabilities as JSON. Default: {@code tools} and {@code logging}, and {@code resources},
   * {@code prompts}, {@code completions} and {@code tasks} once it has some, all with {@code
   * listChanged} and {@code subscribe}. Methods of an absent capability are unknown to it.
   */
  public FakeMcpServer capabilities(String json) {
    profile.capabilities(JsonObject.of(Json.readObject(json)));
    return this;
  }

  /**
   * The revisions it speaks; default {@link Revisions#all()}. One that speaks none of the stateless
   * revisions refuses {@code server/discover} as an unknown method, over HTTP for want of a session
   * (400). Old servers do other things too, which can be had with {@link #misbehave(String,
   * Misbehaviour)}: {@code misbehave("server/discover", Misbehaviours.silence())}, or {@code
   * exit(1)}, {@code error(200, -32601, "Method not found")}, {@code httpStatus(500)} ...
   *
   * @throws IllegalArgumentException if there is none, or one that no revision is called
   */
  public FakeMcpServer speaking(String... revisions) {
    profile.revisions(Set.of(revisions));
    return this;
  }

  /** How many entries one page of a list holds at most; default all of them. */
  public FakeMcpServer pageSize(int entries) {
    catalogue.pageSize(entries);
    return this;
  }

  /**
   * What cursors look like, given how many entries come before them; default {@code after-7}. Any
   * text is a cursor, the empty one too (2026-07-28, pagination).
   */
  public FakeMcpServer cursors(IntFunction<String> ofPosition) {
    catalogue.cursor(ofPosition);
    return this;
  }

  // ---- what it offers

  /** Adds a tool, in the place of one with the same name, to be described by what is returned. */
  public ToolScript tool(String name) {
    ToolScript tool = new ToolScript(name);
    catalogue.tools().put(name, tool.script());
    return tool;
  }

  /** Takes a tool away. */
  public FakeMcpServer removeTool(String name) {
    catalogue.tools().remove(name);
    return this;
  }

  /** Adds a text resource. */
  public FakeMcpServer resource(String uri, String name, String mimeType, String text) {
    resource(uri).name(name).mimeType(mimeType).text(text);
    return this;
  }

  /**
   * Adds a resource, in the place of one with the same URI, to be described by what is returned.
   */
  public ResourceScript resource(String uri) {
    ResourceScript resource = new ResourceScript(uri);
    catalogue.resources().put(uri, resource.script());
    return resource;
  }

  /** Takes a resource away. */
  public FakeMcpServer removeResource(String uri) {
    catalogue.resources().remove(uri);
    return this;
  }

  /** Adds a resource template such as {@code file:///{path}}, to be described further. */
  public ResourceTemplateScript resourceTemplate(String uriTemplate, String name) {
    ResourceTemplateScript template = new ResourceTemplateScript(uriTemplate, name);
    catalogue.templates().put(uriTemplate, template.script());
    return template;
  }

  /** Adds a prompt of one user message. */
  public FakeMcpServer prompt(String name, String description, String text) {
    prompt(name).description(description).message("user", text);
    return this;
  }

  /** Adds a prompt, in the place of one with the same name, to be described by what is returned. */
  public PromptScript prompt(String name) {
    PromptScript prompt = new PromptScript(name);
    catalogue.prompts().put(name, prompt.script());
    return prompt;
  }

  /** Takes a prompt away. */
  public FakeMcpServer removePrompt(String name) {
    catalogue.prompts().remove(name);
    return this;
  }

  /**
   * What {@code completion/complete} does; until then the server has no such method. The request is
   * {@link FakeCall#received}, the result is to be a {@link FakeResult#completion}.
   */
  public FakeMcpServer completion(FakeHandler handler) {
    catalogue.completion(handler);
    return this;
  }

  /**
   * Tells every client that can be told that the list of tools has changed: on open sessions up to
   * 2025-11-25, and on the subscriptions that asked for it under 2026-07-28.
   */
  public void announceToolsChanged() {
    announceListChanged("tools");
  }

  /** Tells that the list of resources or that of templates has changed, in the same way. */
  public void announceResourcesChanged() {
    announceListChanged("resources");
  }

  /** Tells that the list of prompts has changed, in the same way. */
  public void announcePromptsChanged() {
    announceListChanged("prompts");
  }

  private void announceListChanged(String list) {
    String method = "notifications/" + list + "/list_changed";
    clients.tell(client -> true, new JsonRpcNotification(method, null));
    subscriptions.announce(
        honoured -> Boolean.TRUE.equals(honoured.bool(list + "ListChanged")),
        method,
        JsonObject.empty());
  }

  /**
   * Tells everybody who subscribed to this resource, or to one that it is a part of, that it has
   * changed: with {@code resources/subscribe} up to 2025-11-25, or with {@code
   * subscriptions/listen}.
   */
  public void announceResourceUpdated(String uri) {
    String method = "notifications/resources/updated";
    JsonObject params = JsonObject.empty().with("uri", uri);
    clients.tell(
        client -> ResourceUris.cover(client.subscribed(), uri),
        new JsonRpcNotification(method, params));
    subscriptions.announce(
        honoured -> ResourceUris.cover(honoured.list("resourceSubscriptions"), uri),
        method,
        params);
  }

  /**
   * Tells every client in a session that what it sent a user to has been done ({@code
   * notifications/elicitation/complete}, 2025-11-25).
   */
  public void announceElicitationComplete(String elicitationId) {
    notifyClients(
        "notifications/elicitation/complete",
        JsonObject.empty().with("elicitationId", elicitationId));
  }

  /** Sends any notification to every client in a session (up to 2025-11-25). */
  public void notifyClients(String method, JsonObject params) {
    clients.tell(client -> true, new JsonRpcNotification(method, params));
  }

  // ---- what it asks

  /**
   * Asks the client whose session is the youngest (up to 2025-11-25), outside of any call, and
   * waits for the answer. Waits also for the client: for {@code notifications/initialized}, and
   * over Streamable HTTP for the stream that it opens with GET.
   *
   * @param limit how long to wait altogether
   * @throws AssertionError if there is no client or no answer in time
   */
  public JsonRpcResponse ask(FakeQuestion question, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    OpenQuestion posed = pose(question, limit);
    try {
      return posed.await(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /**
   * Asks, as {@link #ask} does, and returns without the answer.
   *
   * @param limit how long to wait for a client that can be asked
   * @throws AssertionError if there is none in time
   */
  public OpenQuestion pose(FakeQuestion question, Duration limit) {
    try {
      return questions.pose(question, limit);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static AssertionError interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new AssertionError("interrupted while a client was asked", cause);
  }

  /**
   * What it asks has numbers as ids from now on; what it asks during a request of the client's has
   * that request's id.
   */
  public FakeMcpServer askingWithNumbers() {
    questions.number();
    return this;
  }

  /** What clients listen to under 2026-07-28, and how that goes. */
  public Subscriptions subscriptions() {
    return subscriptions;
  }

  // ---- its doors

  /** The way in without any network or process; bytes are encoded and decoded all the same. */
  public InProcessTransport transport() {
    return new InProcessTransport(this);
  }

  /** The Streamable HTTP door on a free port of the loopback interface, opened on first use. */
  public synchronized HttpDoor http() {
    if (http == null) {
      http = new HttpDoor(this);
      http.start();
    }
    return http;
  }

  /** The HTTP+SSE door on a free port of the loopback interface, opened on first use. */
  public synchronized HttpSseDoor httpSse() {
    if (httpSse == null) {
      httpSse = new HttpSseDoor(this);
      httpSse.start();
    }
    return httpSse;
  }

  /** How many connections there have been: sockets, stdio streams, in-process channels. */
  public int connectionsOpened() {
    return clients.connectionsOpened();
  }

  /** Drops every connection there is; new ones are welcome. */
  public void disconnectAll() {
    clients.disconnectAll();
  }

  /**
   * Forgets every HTTP session: its streams end, and what the client says in it is answered with
   * 404.
   */
  public void forgetSessions() {
    for (Conversation forgotten : sessions.forget()) {
      clients.left(forgotten);
      forgotten.end();
    }
  }

  /** Forgets every task, as if its time were over: clients that look for one are refused. */
  public void forgetTasks() {
    tasks.forget();
  }

  // ---- misbehaving

  /** What happens to the next requests, one each, instead of the right answer. */
  public FakeMcpServer nextAnswer(Misbehaviour... misbehaviours) {
    for (Misbehaviour misbehaviour : misbehaviours) {
      plan.next(null, misbehaviour);
    }
    return this;
  }

  /**
   * What happens to the next messages with this method, one each, instead of the right answer.
   *
   * @param method a JSON-RPC method, of a notification too; or {@code GET} or {@code DELETE}
   */
  public FakeMcpServer nextAnswer(String method, Misbehaviour... misbehaviours) {
    for (Misbehaviour misbehaviour : misbehaviours) {
      plan.next(method, misbehaviour);
    }
    return this;
  }

  /** What happens to every request from now on, until {@link #behave}. */
  public FakeMcpServer misbehave(Misbehaviour misbehaviour) {
    plan.always(null, misbehaviour);
    return this;
  }

  /**
   * What happens to every message with this method from now on, until {@link #behave}.
   *
   * @param method a JSON-RPC method, of a notification too; or {@code GET} or {@code DELETE}
   */
  public FakeMcpServer misbehave(String method, Misbehaviour misbehaviour) {
    plan.always(method, misbehaviour);
    return this;
  }

  /** Ends all misbehaviour. */
  public FakeMcpServer behave() {
    plan.clear();
    return this;
  }

  // ---- what it remembers

  /** Everything it was sent, in order; of more than 100,000 messages, the latest. */
  public List<ReceivedMessage> received() {
    return journal.received().entries();
  }

  /** What it was sent with this method; {@code GET} and {@code DELETE} count as methods. */
  public List<ReceivedMessage> received(String method) {
    return journal.received().entries(message -> message.method().equals(method));
  }

  /**
   * Waits for the first message with this method, which may have come already.
   *
   * @throws AssertionError if none came in time
   */
  public ReceivedMessage awaitReceived(String method, Duration limit) {
    return awaitReceived(method, 1, limit);
  }

  /**
   * Waits until this many messages with this method have come, and returns the last of them.
   *
   * @throws AssertionError if they did not come in time
   */
  public ReceivedMessage awaitReceived(String method, int count, Duration limit) {
    return journal.awaitReceived(method, count, limit);
  }

  /** The requests that the client cancelled, in the way of their revision and transport. */
  public List<ReceivedMessage> cancelled() {
    return journal.cancelled().entries();
  }

  /**
   * Waits until a request with this method has been cancelled.
   *
   * @throws AssertionError if that did not happen in time
   */
  public ReceivedMessage awaitCancelled(String method, Duration limit) {
    return journal.awaitCancelled(method, limit);
  }

  /**
   * Waits until the client has hung up on a request with this method before it was answered.
   *
   * @throws AssertionError if that did not happen in time
   */
  public ReceivedMessage awaitDisconnected(String method, Duration limit) {
    return journal.awaitDisconnected(method, limit);
  }

  /** What clients did that the specification forbids but that could be answered all the same. */
  public List<String> violations() {
    return journal.violations().entries();
  }

  /** Forgets what it was sent so far. */
  public void clearReceived() {
    journal.clear();
  }

  /** Closes every door, drops every connection and ends its threads. Harmless when repeated. */
  @Override
  public void close() {
    closed = true;
    synchronized (this) {
      if (http != null) {
        http.close();
      }
      if (httpSse != null) {
        httpSse.close();
      }
    }
    disconnectAll();
    threads.close();
    OPEN.remove(this);
  }

  @Override
  public String toString() {
    return "FakeMcpServer " + profile.name();
  }

  // ---- for the doors and the protocol

  static Set<FakeMcpServer> open() {
    return Set.copyOf(OPEN);
  }

  boolean isClosed() {
    return closed;
  }

  Turn accept(ReceivedMessage message, Conversation conversation, Outlet outlet) {
    Misbehaviour misbehaviour = plan.forMessage(message);
    journal.received().add(message);
    Turn turn = new Turn(this, conversation, message, outlet, misbehaviour);
    conversation.begin(turn);
    return turn;
  }

  void violation(String sentence) {
    journal.violations().add(sentence);
  }

  JsonObject capabilities() {
    return profile.capabilities(catalogue);
  }

  Profile profile() {
    return profile;
  }

  Catalogue catalogue() {
    return catalogue;
  }

  Clients clients() {
    return clients;
  }

  Journal journal() {
    return journal;
  }

  Questions questions() {
    return questions;
  }

  TaskRuns tasks() {
    return tasks;
  }

  Sessions sessions() {
    return sessions;
  }

  Protocol protocol() {
    return protocol;
  }

  FakeThreads threads() {
    return threads;
  }
}
