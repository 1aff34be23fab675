package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.langchain4j.mcp.CatalogMcpClient;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Releases of LangChain4j without a required API, such as the one that its Spring starter brings.
 * Each test has its own class path; the build copies the old jars.
 */
class IncompatibleLangChain4jTest {

  private static final Path OLD = Path.of("target", "old-langchain4j");
  private static final Path OLD_CORE = OLD.resolve("langchain4j-core-1.12.2.jar");
  private static final Path OLD_MCP = OLD.resolve("langchain4j-mcp-1.12.2-beta22.jar");

  private final ToolCatalog catalog = ToolCatalog.builder().build();

  @AfterEach
  void close() {
    catalog.close();
  }

  /** The second is the newest one that lacks a required API. */
  @ParameterizedTest
  @ValueSource(strings = {"1.12.2", "1.18.1"})
  void rejectsOldLangChain4j(String release) throws Exception {
    try (URLClassLoader application =
        LangChain4jClassPath.of(
            OLD.resolve("langchain4j-" + release + ".jar"),
            OLD.resolve("langchain4j-core-" + release + ".jar"))) {
      assertIncompatible(
          catchThrowable(() -> provider(application)),
          "langchain4j",
          release,
          LangChain4jRelease.LOWEST);
    }
  }

  /** The build tests the lowest release. */
  @Test
  void compatibilityPageNamesLowestRelease() throws Exception {
    assertThat(LangChain4jRelease.LOWEST).isEqualTo(versionOf("langchain4j"));
    assertThat(Path.of("..", "docs", "reference", "compatibility.md"))
        .content()
        .contains("**LangChain4j " + LangChain4jRelease.LOWEST + " is the lowest**");
  }

  @Test
  void rejectsOldLangChain4jCore() throws Exception {
    try (URLClassLoader application =
        LangChain4jClassPath.of(LangChain4jClassPath.jarOf(AiServices.class), OLD_CORE)) {
      assertIncompatible(
          catchThrowable(() -> provider(application)),
          "langchain4j-core",
          "1.12.2",
          LangChain4jRelease.LOWEST);
    }
  }

  @Test
  void rejectsMcpClientOnOldLangChain4jMcp() throws Exception {
    try (URLClassLoader application =
        LangChain4jClassPath.of(
            LangChain4jClassPath.jarOf(AiServices.class),
            LangChain4jClassPath.jarOf(ChatModel.class),
            OLD_MCP)) {
      Object provider = provider(application);
      Method of =
          application
              .loadClass(CatalogMcpClient.class.getName())
              .getMethod("of", provider.getClass(), String.class);

      assertIncompatible(
          catchThrowable(() -> call(of, null, provider, "s")),
          "langchain4j-mcp",
          "1.12.2-beta22",
          versionOf("langchain4j-mcp"));
    }
  }

  private static void assertIncompatible(
      Throwable thrown, String artifact, String actualVersion, String requiredVersion)
      throws Exception {
    assertThat(thrown).isInstanceOf(IllegalStateException.class);
    assertThat(thrown.getClass().getName())
        .isEqualTo(IncompatibleLangChain4jException.class.getName());
    assertThat(get(thrown, "artifact")).isEqualTo("dev.langchain4j:" + artifact);
    assertThat(get(thrown, "actualVersion")).isEqualTo(actualVersion);
    assertThat(get(thrown, "requiredVersion"))
        .as("what this library is compiled and tested with")
        .isEqualTo(requiredVersion);
    assertThat(thrown)
        .hasMessageStartingWith(
            "mcp-langchain4j needs dev.langchain4j:"
                + artifact
                + " "
                + requiredVersion
                + ", but "
                + actualVersion
                + " is on the class path")
        .hasMessageContaining(
            "Add the dependency dev.langchain4j:" + artifact + ":" + requiredVersion + " ");
  }

  private static Object get(Object of, String property) throws Exception {
    return call(of.getClass().getMethod(property), of);
  }

  private Object provider(ClassLoader application) throws Exception {
    Class<?> type = application.loadClass(McpToolProvider.class.getName());
    return call(type.getMethod("of", ToolSet.class), null, catalog);
  }

  private static Object call(Method method, Object on, Object... arguments) throws Exception {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static String versionOf(String artifact) throws Exception {
    Properties pom = new Properties();
    try (InputStream in =
        McpClient.class.getResourceAsStream(
            "/META-INF/maven/dev.langchain4j/" + artifact + "/pom.properties")) {
      pom.load(in);
    }
    return pom.getProperty("version");
  }
}
