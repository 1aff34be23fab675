package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.catalog.server.CatalogListing;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.model.PaginatedResult;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lists one kind of entry from many servers in parallel. */
public final class FanOut {

  /** The default timeout for all servers together. */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final ServerRegistry servers;
  private final ExecutorService workers;

  public FanOut(ServerRegistry servers, ExecutorService workers) {
    this.servers = servers;
    this.workers = workers;
  }

  /**
   * @param first the request for the first page
   * @param capability the capability of servers that have such a list
   */
  public <T, R extends PaginatedResult<T>> CatalogListing<T> of(
      PaginatedRequest<R> first, String capability, CallOptions options) {
    Duration limit = options.timeout() == null ? TIMEOUT : options.timeout();
    Deadline deadline = Deadline.after(limit, "CallOptions.timeout");
    CallOptions limited = options.toBuilder().timeout(limit).build();
    List<String> names = servers.useAll();
    List<Callable<Optional<List<T>>>> requests =
        names.stream()
            .<Callable<Optional<List<T>>>>map(
                name ->
                    () ->
                        servers.during(
                            name,
                            server -> list(server, first, capability, limited, deadline),
                            Optional::empty))
            .toList();
    List<Future<Optional<List<T>>>> answers;
    try {
      refuseIfInterrupted(); // else unnoticed if all responses arrive at once
      answers = workers.invokeAll(requests, limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted during " + first.method(), e);
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException("the catalog is closed", e);
    }
    Map<String, List<T>> listed = new LinkedHashMap<>();
    Map<String, McpException> failures = new LinkedHashMap<>();
    for (int i = 0; i < answers.size(); i++) {
      String name = names.get(i);
      try {
        answers.get(i).get().ifPresent(items -> listed.put(name, items));
      } catch (CancellationException | ExecutionException | InterruptedException e) {
        failures.put(name, failure(e, limit).withOperation(name, first.method()));
      }
    }
    return new CatalogListing<>(listed, failures);
  }

  /** The list of one server, on the calling thread; empty if it lacks the capability. */
  public <T, R extends PaginatedResult<T>> List<T> of(
      String server, PaginatedRequest<R> first, String capability, CallOptions options) {
    return servers.during(
        server,
        home -> list(home, first, capability, options, home.deadline(options)).orElse(List.of()));
  }

  private static void refuseIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** The list of one server, on the calling thread; empty if it lacks the capability. */
  public static <T, R extends PaginatedResult<T>> Optional<List<T>> list(
      ManagedServer server,
      PaginatedRequest<R> first,
      String capability,
      CallOptions options,
      Deadline deadline) {
    return ServerOperation.run(
        server,
        first.method(),
        deadline,
        client ->
            client.server(deadline).offers(capability)
                ? Optional.of(client.list(first, options, deadline).items())
                : Optional.empty());
  }

  private static McpException failure(Exception problem, Duration limit) {
    if (problem instanceof CancellationException) {
      return new McpTimeoutException(
          "not answered within " + limit.toMillis() + " ms (CallOptions.timeout)");
    }
    @Nullable Throwable cause = problem.getCause();
    return cause instanceof McpException failure
        ? failure
        : new McpException("failed in this application: " + cause, cause == null ? problem : cause);
  }
}
