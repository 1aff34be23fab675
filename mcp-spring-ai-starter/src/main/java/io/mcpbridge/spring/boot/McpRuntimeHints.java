package io.mcpbridge.spring.boot;

import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/**
 * What is looked up by name at run time. Virtual threads, which the JDK this library is compiled
 * for does not have: without these hints, an application that was compiled ahead of time has
 * platform threads. What of a request Spring AI 2 does not have any more. And what Spring AI's
 * connections are bound to, of which Spring does not know: it would find none.
 */
final class McpRuntimeHints implements RuntimeHintsRegistrar {

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    ReflectionHints reflection = hints.reflection();
    method(reflection, "java.lang.Thread", "ofVirtual");
    method(reflection, "java.lang.Thread$Builder", "name", "java.lang.String", "long");
    method(reflection, "java.lang.Thread$Builder", "inheritInheritableThreadLocals", "boolean");
    method(reflection, "java.lang.Thread$Builder", "factory");
    method(
        reflection,
        Executors.class.getName(),
        "newThreadPerTaskExecutor",
        "java.util.concurrent.ThreadFactory");
    method(reflection, "org.springframework.ai.model.tool.ToolCallingChatOptions", "getToolNames");
    BindableRuntimeHintsRegistrar.forTypes(
            SpringAiConnections.Stdio.class, SpringAiConnections.Http.class)
        .registerHints(hints);
  }

  private static void method(
      ReflectionHints reflection, String type, String method, String... parameters) {
    List<TypeReference> types = List.of(parameters).stream().map(TypeReference::of).toList();
    reflection.registerType(
        TypeReference.of(type), hint -> hint.withMethod(method, types, ExecutableMode.INVOKE));
  }
}
