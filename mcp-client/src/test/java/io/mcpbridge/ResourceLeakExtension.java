package io.mcpbridge;

import io.mcpbridge.internal.http.connection.OpenConnections;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails test classes of this module that leak a thread, process or connection of the client.
 * Registered for all of them; the public check is in mcp-test, which depends on this module.
 */
public final class ResourceLeakExtension implements BeforeAllCallback, AfterAllCallback {

  private static final Namespace NAMESPACE = Namespace.create(ResourceLeakExtension.class);
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  /** Threads shared by the whole process; they end shortly after their last work. */
  private static final Set<String> SHARED =
      Set.of("mcp-http-watchdog", "mcp-http-notices", "mcp-timer");

  @Override
  public void beforeAll(ExtensionContext context) {
    context.getStore(NAMESPACE).put("before", openResources());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    List<?> before = context.getStore(NAMESPACE).get("before", List.class);
    long until = System.nanoTime() + PATIENCE;
    List<Object> leaked = openedSince(before);
    while (!leaked.isEmpty() && System.nanoTime() < until) {
      LockSupport.parkNanos(10_000_000);
      leaked = openedSince(before);
    }
    if (!leaked.isEmpty()) {
      throw new AssertionError(context.getDisplayName() + " left behind: " + leaked);
    }
  }

  private static List<Object> openedSince(List<?> before) {
    List<Object> now = openResources();
    before.forEach(now::remove);
    return now;
  }

  private static List<Object> openResources() {
    List<Object> resources = new ArrayList<>(OpenConnections.addresses());
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("mcp-"))
        .filter(thread -> !SHARED.contains(thread.getName()))
        .forEach(resources::add);
    ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).forEach(resources::add);
    return resources;
  }
}
