package io.mcpbridge.test;

import java.time.Duration;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * A JUnit Jupiter extension that fails what leaves something behind: a test that leaves a {@link
 * FakeMcpServer} or an in-process exchange open, and a test class after which threads named {@code
 * mcp-*} or child processes run. Those are given {@link #LINGER} to end by themselves, which is why
 * they are looked for once a class and not once a test.
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

  /**
   * How long threads and processes may take to end after the last test of a class, and an exchange
   * to be closed by the thread that waits in it.
   */
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
    before(context).requireNothingOpen(context.getDisplayName(), LINGER);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    before(context).requireNothingNew(context.getDisplayName(), LINGER);
  }

  private static void remember(ExtensionContext context) {
    context.getStore(NAMESPACE).put(context.getUniqueId(), Belongings.now());
  }

  private static Belongings before(ExtensionContext context) {
    return context.getStore(NAMESPACE).remove(context.getUniqueId(), Belongings.class);
  }
}
