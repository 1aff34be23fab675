package io.mcpbridge.test;

import io.mcpbridge.test.internal.leak.OpenCloseables;
import io.mcpbridge.test.internal.leak.OpenResources;
import java.time.Duration;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/**
 * A JUnit Jupiter extension that detects leaks. It fails a test that leaves a {@link FakeMcpServer}
 * or an in-process exchange open, and a test class that leaves threads named {@code mcp-*}, child
 * processes, HTTP connections of a transport or temporary files of this library. Those get {@link
 * #LINGER} to end by themselves, which is why they are checked once per class and not per test. The
 * few threads shared by the whole process are not checked: they end two seconds after their last
 * work.
 *
 * <pre>{@code
 * @ExtendWith(LeakCheck.class)
 * class MyAgentTest { ... }
 * }</pre>
 *
 * <p>To enable it for all tests: put its name in {@code
 * META-INF/services/org.junit.jupiter.api.extension.Extension} of the test resources, and set
 * {@code junit.jupiter.extensions.autodetection.enabled=true} in {@code junit-platform.properties}.
 *
 * <p>Close the resources of a test in the test or in {@code @AfterEach}, and those of a class in
 * {@code @AfterAll}. Not for tests that run in parallel in one JVM, which would be blamed for each
 * other's leaks.
 */
public final class LeakCheck
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

  /**
   * How long threads and processes may take to end after the last test of a class, and an exchange
   * to be closed by the thread that waits in it.
   */
  public static final Duration LINGER = Duration.ofSeconds(30);

  private static final Namespace NAMESPACE = Namespace.create(LeakCheck.class);

  /** For JUnit. */
  public LeakCheck() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    store(context).put(context.getUniqueId(), OpenResources.now());
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    store(context).put(context.getUniqueId(), OpenCloseables.now());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    store(context)
        .remove(context.getUniqueId(), OpenCloseables.class)
        .requireNothingNew(context.getDisplayName(), LINGER);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    store(context)
        .remove(context.getUniqueId(), OpenResources.class)
        .requireNothingNew(context.getDisplayName(), LINGER);
  }

  private static Store store(ExtensionContext context) {
    return context.getStore(NAMESPACE);
  }
}
