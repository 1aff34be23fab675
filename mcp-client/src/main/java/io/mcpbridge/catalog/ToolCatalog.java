package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tools of many servers as one set. Servers are connected in the background and kept connected;
 * listing answers from memory, and a server that is away, slow or lying never stops the others.
 * Thread-safe.
 *
 * <pre>{@code
 * try (ToolCatalog catalog =
 *     ToolCatalog.builder()
 *         .server("weather", StreamableHttpTransport.of("https://example.com/mcp"))
 *         .server("files", StdioTransport.of("npx", "-y", "some-server", "/data"))
 *         .build()
 *         .start()) {
 *   catalog.awaitReady(Duration.ofSeconds(30));
 *   ToolOutput output = catalog.call("weather__forecast", "{\"city\": \"Oslo\"}", CallOptions.defaults());
 * }
 * }</pre>
 */
public final class ToolCatalog implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  /** The most that closing may take; servers are closed side by side. */
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

  private final ToolCalls calls = new ToolCalls();
  private final Schedule schedule = new Schedule();
  private final Map<String, ManagedServer> servers = new LinkedHashMap<>();
  private final Object composing = new Object();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile CatalogSnapshot snapshot = CatalogSnapshot.EMPTY;

  ToolCatalog(ToolCatalogBuilder settings) {
    settings.servers.forEach(
        (name, server) ->
            servers.put(
                name,
                new ManagedServer(
                    name,
                    server.transport().address(),
                    server.options(),
                    listener -> settings.client(name, server, listener),
                    schedule,
                    this::compose)));
  }

  /** Begins a catalogue; {@link ToolCatalogBuilder#build()} does no I/O. */
  public static ToolCatalogBuilder builder() {
    return new ToolCatalogBuilder();
  }

  /**
   * Begins to connect all servers in the background and returns at once. Harmless when repeated.
   */
  public ToolCatalog start() {
    servers.values().forEach(ManagedServer::start);
    return this;
  }

  /**
   * Waits until the first attempt at every server has come to something, be it a failure. For
   * programs that ask a model right after they started; needs {@link #start()} before.
   *
   * @return whether that happened within the time, without an interruption
   */
  public boolean awaitReady(Duration atMost) {
    Deadline deadline = Deadline.after(atMost);
    try {
      for (ManagedServer server : servers.values()) {
        long left = Math.max(0, deadline.remainingNanos());
        if (!server.decided().await(left, TimeUnit.NANOSECONDS)) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** All tools, from memory: no I/O, no lock, and the same object until something changes. */
  public CatalogSnapshot snapshot() {
    return snapshot;
  }

  /**
   * Calls a tool on behalf of a model. Whatever goes wrong with the server comes back as a short
   * sentence for the model, with the exception beside it; blocks the calling thread.
   *
   * @param modelName the name that the model used
   * @param argumentsJson what the model wrote as arguments; empty counts as {@code {}}
   */
  public ToolOutput call(String modelName, @Nullable String argumentsJson, CallOptions options) {
    CatalogTool tool = snapshot.tool(modelName);
    ManagedServer server = tool == null ? null : servers.get(tool.server());
    if (tool == null || server == null) {
      return ToolOutput.refusal(
          "There is no tool named " + modelName + ". Use a name from the list of tools.");
    }
    return calls.run(new ToolCall(server, tool, argumentsJson, Map.of(), options));
  }

  /** Where every server stands, in the order of configuration. */
  public List<ServerStatus> servers() {
    return servers.values().stream().map(ManagedServer::status).toList();
  }

  /**
   * The client of one server, for what a catalogue does not offer. It belongs to the catalogue: do
   * not close it.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  public McpClient client(String server) {
    ManagedServer managed = servers.get(server);
    if (managed == null) {
      throw new IllegalArgumentException(
          "there is no server \"" + server + "\"; there are " + servers.keySet());
    }
    return managed.client();
  }

  private void compose() {
    synchronized (composing) {
      snapshot =
          new CatalogSnapshot(
              servers.values().stream().flatMap(server -> server.tools().stream()).toList());
    }
  }

  /** Ends all connections, side by side and in bounded time. Harmless when repeated. */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    CompletableFuture<?>[] closing =
        servers.values().stream()
            .map(server -> CompletableFuture.runAsync(server::close, schedule.workers()))
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(closing).get(CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      log.warn("Not every MCP server could be closed within {} s", CLOSE_WITHIN.toSeconds(), e);
    }
    schedule.close();
  }
}
