package io.mcpbridge.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecution;

/**
 * Checks that the LangChain4j modules on the class path have the APIs used here. Looks for the
 * newest one, which implies the rest.
 */
final class LangChain4jRelease {

  /** The lowest supported release; the compatibility page names it, too. */
  static final String LOWEST = "1.19.0";

  /** From 1.21 on: {@code ToolErrorVisibleToLlm}, which this library is compiled with. */
  static final boolean HAS_VISIBLE_ERRORS =
      exists("dev.langchain4j.exception.ToolErrorVisibleToLlm");

  private LangChain4jRelease() {}

  private static boolean exists(String type) {
    try {
      Class.forName(type, false, LangChain4jRelease.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * @throws IncompatibleLangChain4jException if an API is missing
   */
  static void check() {
    check("langchain4j", ToolExecution.class, "attributes");
    check("langchain4j-core", InvocationContext.class, "modelProvider");
  }

  private static void check(String artifactId, Class<?> type, String method) {
    try {
      Object unused = type.getMethod(method);
    } catch (NoSuchMethodException | LinkageError e) {
      throw new IncompatibleLangChain4jException(artifactId, LOWEST, e);
    }
  }
}
