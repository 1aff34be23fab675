package io.mcpbridge.contract;

import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.ServerInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Records catalog events, one line each, and lets a test wait for a line. */
final class CatalogWatch implements CatalogListener {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<String> lines = new ArrayList<>();
  private final List<CallEvent> calls = new ArrayList<>();
  private final List<CallOutcome> outcomes = new ArrayList<>();

  /** Waits for this event. */
  void await(String line) {
    await(line, 1);
  }

  /** Waits until this event has occurred {@code times} times. */
  synchronized void await(String line, int times) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (lines.stream().filter(line::equals).count() < times) {
      long remainingMillis = Duration.ofNanos(end - System.nanoTime()).toMillis();
      if (remainingMillis <= 0) {
        throw new AssertionError("not told: " + line + ", but " + lines);
      }
      try {
        wait(remainingMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }

  /** All events of a server so far. */
  synchronized List<String> of(String server) {
    return lines.stream().filter(line -> line.startsWith(server + " ")).toList();
  }

  synchronized List<CallEvent> calls() {
    return List.copyOf(calls);
  }

  synchronized List<CallOutcome> outcomes() {
    return List.copyOf(outcomes);
  }

  private synchronized void addLine(String line) {
    lines.add(line);
    notifyAll();
  }

  @Override
  public void stateChanged(String server, ServerState before, ServerState now, String reason) {
    addLine(server + " " + before + " -> " + now);
  }

  @Override
  public void connected(String server, ServerInfo info) {
    addLine(server + " connected");
  }

  @Override
  public void connectionLost(String server, String reason) {
    addLine(server + " lost");
  }

  @Override
  public void toolsChanged(String server, ToolsChange change) {
    addLine(
        server
            + " tools +"
            + names(change.added())
            + " -"
            + names(change.removed())
            + " ~"
            + names(change.changed()));
  }

  private static String names(List<CatalogTool> tools) {
    return tools.stream().map(tool -> tool.name()).collect(Collectors.joining(","));
  }

  @Override
  public void callStarted(CallEvent call) {
    synchronized (this) {
      calls.add(call);
    }
    addLine(call.server() + " starts " + call.tool() + " " + new TreeSet<>(call.argumentKeys()));
  }

  @Override
  public boolean wantsProgress() {
    return true;
  }

  @Override
  public void progress(CallEvent call, Progress progress) {
    addLine(call.server() + " progress " + call.tool() + " " + progress.message());
  }

  @Override
  public void callFinished(CallEvent call, CallOutcome outcome) {
    synchronized (this) {
      calls.add(call);
      outcomes.add(outcome);
    }
    addLine(call.server() + " ends " + call.tool() + " " + outcome.kind());
  }

  @Override
  public void logMessage(String server, LogMessage message) {
    addLine(server + " logs " + message.data());
  }

  @Override
  public void notification(String server, JsonRpcNotification notification) {
    addLine(server + " says " + notification.method());
  }
}
