package io.mcpbridge.test.internal.server;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.mcpbridge.test.internal.message.DroppableConnection;
import io.mcpbridge.test.internal.message.FakeThreads;
import io.mcpbridge.test.internal.message.MessageSink;
import io.mcpbridge.test.internal.message.RequestJournal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What {@link io.mcpbridge.test.FakeMcpServer} consists of; shared by transports and protocol.
 * Thread-safe.
 */
public final class ServerCore {

  private static final Set<ServerCore> INSTANCES = ConcurrentHashMap.newKeySet();

  private final ServerProfile profile = new ServerProfile();
  private final ServerOffer serverOffer = new ServerOffer();
  private final HttpSessions sessions = new HttpSessions();
  private final OpenSubscriptions subscriptions = new OpenSubscriptions(this);
  private final ServerRequestLog serverRequestLog = new ServerRequestLog(this);
  private final TaskRuns tasks = new TaskRuns(this);
  private final Protocol protocol = new Protocol(this, new Operations(this));
  private final FaultPlan faults = new FaultPlan();
  private final FakeThreads threads = new FakeThreads();
  private final ConnectedClients clients = new ConnectedClients();
  private final RequestJournal requestJournal = new RequestJournal();
  private final List<Runnable> closeListeners = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  public ServerCore() {
    INSTANCES.add(this);
  }

  /** Runs when the server is closed. */
  public void whenClosed(Runnable listener) {
    closeListeners.add(listener);
  }

  /** No new channel is opened. */
  public void closed() {
    closed = true;
    closeListeners.forEach(Runnable::run);
  }

  /** Ends the threads. */
  public void ended() {
    threads.close();
    INSTANCES.remove(this);
  }

  public FaultPlan faults() {
    return faults;
  }

  public OpenSubscriptions subscriptions() {
    return subscriptions;
  }

  @Override
  public String toString() {
    return "FakeMcpServer " + profile.name();
  }

  public static Set<ServerCore> open() {
    return Set.copyOf(INSTANCES);
  }

  public boolean isClosed() {
    return closed;
  }

  public Turn accept(ReceivedMessage message, Conversation conversation, MessageSink messageSink) {
    Fault fault = faults.forMessage(message);
    Turn serverTurn = new Turn(this, conversation, message, messageSink, fault);
    conversation.begin(serverTurn);
    requestJournal.received().add(message); // last: a test may cancel the request now
    return serverTurn;
  }

  /** The client of a process or channel is gone, and with it its requests in flight. */
  public void disconnected(Conversation conversation, DroppableConnection connection) {
    clients.sessionEnded(conversation);
    clients.disconnected(connection);
    conversation.activeTurns().forEach(protocol()::clientLeft);
  }

  public void announceListChanged(String list) {
    String method = "notifications/" + list + "/list_changed";
    clients.notify(client -> true, new JsonRpcNotification(method, null));
    subscriptions.announce(
        acknowledged -> Boolean.TRUE.equals(acknowledged.bool(list + "ListChanged")),
        method,
        JsonObject.empty());
  }

  /** Ends every HTTP session. */
  public void forgetSessions() {
    for (Conversation forgotten : sessions.forget()) {
      clients.sessionEnded(forgotten);
      forgotten.end();
    }
  }

  public void violation(String sentence) {
    requestJournal.violations().add(sentence);
  }

  public JsonObject capabilities() {
    return profile.capabilities(serverOffer);
  }

  public ServerProfile profile() {
    return profile;
  }

  public ServerOffer serverOffer() {
    return serverOffer;
  }

  public ConnectedClients clients() {
    return clients;
  }

  public RequestJournal requestJournal() {
    return requestJournal;
  }

  public ServerRequestLog serverRequestLog() {
    return serverRequestLog;
  }

  public TaskRuns tasks() {
    return tasks;
  }

  public HttpSessions sessions() {
    return sessions;
  }

  public Protocol protocol() {
    return protocol;
  }

  public FakeThreads threads() {
    return threads;
  }
}
