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

  private final ClassLoader originalLoader = Thread.currentThread().getContextClassLoader();
  private final ClassLoader application = new URLClassLoader(new URL[0], originalLoader);

  private record ThreadState(String name, ClassLoader loader, String inherited, boolean daemon) {

    static ThreadState ofCurrentThread() {
      Thread thread = Thread.currentThread();
      return new ThreadState(
          thread.getName(), thread.getContextClassLoader(), INHERITABLE.get(), thread.isDaemon());
    }

    static ThreadState ofThreadOf(Executor executor) throws Exception {
      CompletableFuture<ThreadState> state = new CompletableFuture<>();
      executor.execute(() -> state.complete(ofCurrentThread()));
      return state.get(60, SECONDS);
    }
  }

  @BeforeEach
  void beAnApplication() {
    Thread.currentThread().setContextClassLoader(application);
    INHERITABLE.set("the application's");
  }

  @AfterEach
  void beNoneAnyMore() {
    Thread.currentThread().setContextClassLoader(originalLoader);
    INHERITABLE.remove();
  }

  @Test
  void daemonThreadInheritsNothingFromCaller() throws Exception {
    ThreadState state = ThreadState.ofThreadOf(work -> DaemonThreads.named("mcp-x", work).start());

    assertThat(state).isEqualTo(new ThreadState("mcp-x", null, null, true));
  }

  @Test
  void timerThreadInheritsNothingFromCaller() throws Exception {
    ThreadState state = ThreadState.ofThreadOf(work -> Timer.schedule(Duration.ofMillis(1), work));

    assertThat(state).isEqualTo(new ThreadState("mcp-timer", null, null, true));
  }

  @Test
  void workerKeepsContextClassLoaderOfExecutorCreator() throws Exception {
    ExecutorService workers = Workers.named("x");
    try {
      Thread.currentThread().setContextClassLoader(null);

      ThreadState state = ThreadState.ofThreadOf(workers);

      assertThat(state).isEqualTo(new ThreadState("mcp-x-1", application, null, true));
    } finally {
      workers.shutdownNow();
    }
  }
}
