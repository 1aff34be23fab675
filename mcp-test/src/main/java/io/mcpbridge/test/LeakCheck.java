package io.mcpbridge.test;

import java.time.Duration;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * A JUnit Jupiter extension that fails a test, or a test class, which leaves something behind:
 * threads named {@code mcp-*}, child processes, a {@link FakeMcpServer} that is not closed, an
 * in-process exchange that is not closed. Threads and processes are given {@link #LINGER} to end by
 * themselves.
 *
 * <pre>{@code
 * @ExtendWith(LeakCheck.class)
 * class MyAgentTest { ... }
 * }</pre>
 *
 * <p>What a test uses is to be closed in the test or in {@code @AfterEach}; what a class uses, in
 * {@code @AfterAll}. Not for tests that run in parallel in one JVM: each would be blamed for the
 * other's.
 */
public final class LeakCheck
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

  /** How long threads and processes may take to end after the test. */
  public static final Duration LINGER = Duration.ofSeconds(3);

  private static final Namespace NAMESPACE = Namespace.create(LeakCheck.class);

  /** For JUnit. */
  public LeakCheck() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    remember(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    remember(context);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    check(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    check(context);
  }

  private static void remember(ExtensionContext context) {
    context.getStore(NAMESPACE).put(context.getUniqueId(), Belongings.now());
  }

  private static void check(ExtensionContext context) {
    Belongings before = context.getStore(NAMESPACE).remove(context.getUniqueId(), Belongings.class);
    before.requireNothingNew(context.getDisplayName(), LINGER);
  }
}
