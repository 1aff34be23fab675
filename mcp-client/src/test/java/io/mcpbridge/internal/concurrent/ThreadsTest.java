package io.mcpbridge.internal.concurrent;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ThreadsTest {

  private static final InheritableThreadLocal<String> INHERITABLE = new InheritableThreadLocal<>();

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final ClassLoader application = new URLClassLoader(new URL[0], before);

  private record Seen(String name, ClassLoader loader, String inherited, boolean daemon) {

    static Seen here() {
      Thread thread = Thread.currentThread();
      return new Seen(
          thread.getName(), thread.getContextClassLoader(), INHERITABLE.get(), thread.isDaemon());
    }

    static Seen by(Executor executor) throws Exception {
      CompletableFuture<Seen> seen = new CompletableFuture<>();
      executor.execute(() -> seen.complete(here()));
      return seen.get(60, SECONDS);
    }
  }

  @BeforeEach
  void beAnApplication() {
    Thread.currentThread().setContextClassLoader(application);
    INHERITABLE.set("the application's");
  }

  @AfterEach
  void beNoneAnyMore() {
    Thread.currentThread().setContextClassLoader(before);
    INHERITABLE.remove();
  }

  @Test
  void daemonThreadInheritsNothingFromCaller() throws Exception {
    Seen seen = Seen.by(work -> DaemonThreads.named("mcp-x", work).start());

    assertThat(seen).isEqualTo(new Seen("mcp-x", null, null, true));
  }

  @Test
  void timerThreadInheritsNothingFromCaller() throws Exception {
    Seen seen = Seen.by(work -> Timer.schedule(Duration.ofMillis(1), work));

    assertThat(seen).isEqualTo(new Seen("mcp-timer", null, null, true));
  }

  @Test
  void workerKeepsContextClassLoaderOfExecutorCreator() throws Exception {
    ExecutorService workers = Workers.named("x");
    try {
      Thread.currentThread().setContextClassLoader(null);

      Seen seen = Seen.by(workers);

      assertThat(seen).isEqualTo(new Seen("mcp-x-1", application, null, true));
    } finally {
      workers.shutdownNow();
    }
  }
}
