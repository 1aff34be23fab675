package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The core of LangChain4j 1.20, the release that calls {@code executeAsync}. */
class NewerLangChain4jCoreTest {

  private static final Path NEW_CORE =
      Path.of("target", "new-langchain4j", "langchain4j-core-1.20.0.jar");

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  @Test
  void toolsAreOfferedAndExecutedInBothWays() throws Exception {
    server.tool("now").description("Weather").returns(FakeResult.text("sunny"));
    catalog = ToolCatalog.builder().server("s", server.transport()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();

    try (URLClassLoader application =
        LangChain4jClassPath.of(LangChain4jClassPath.jarOf(AiServices.class), NEW_CORE)) {
      Class<?> type = application.loadClass(McpToolProvider.class.getName());
      Object provider = type.getMethod("of", ToolSet.class).invoke(null, catalog);
      Object provided = call(provider, "provideTools", new Object[1]);
      Object tool = ((Collection<?>) call(provided, "aiServiceTools")).iterator().next();
      Object executor = call(tool, "toolExecutor");
      Object request =
          application
              .loadClass("dev.langchain4j.agent.tool.ToolExecutionRequest")
              .getMethod("builder")
              .invoke(null);
      call(request, "id", "c1");
      call(request, "name", "s__now");
      call(request, "arguments", "{}");
      request = call(request, "build");

      assertThat(call(tool, "name")).isEqualTo("s__now");
      assertThat(text(call(executor, "executeWithContext", request, null))).isEqualTo("sunny");
      Future<?> later = (Future<?>) call(executor, "executeAsync", request, null);
      assertThat(text(later.get(60, TimeUnit.SECONDS))).isEqualTo("sunny");
      assertThat(executor.getClass().getClassLoader()).isSameAs(application);
    }
  }

  private static Object text(Object result) throws Exception {
    return call(result, "resultText");
  }

  /** Calls the public method of that name and number of parameters. */
  private static Object call(Object target, String name, Object... arguments) throws Exception {
    for (Method method : target.getClass().getMethods()) {
      if (method.getName().equals(name)
          && !method.isBridge()
          && method.getParameterCount() == arguments.length) {
        method.setAccessible(true);
        return method.invoke(target, arguments);
      }
    }
    throw new NoSuchMethodException(name);
  }
}
