package io.mcpbridge.spring.boot;

import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * What is looked up by name at run time: virtual threads, which the JDK this library is compiled
 * for does not have. Without these, an application that was compiled ahead of time has platform
 * threads.
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
  }

  private static void method(
      ReflectionHints reflection, String type, String method, String... parameters) {
    List<TypeReference> types = List.of(parameters).stream().map(TypeReference::of).toList();
    reflection.registerType(
        TypeReference.of(type), hint -> hint.withMethod(method, types, ExecutableMode.INVOKE));
  }
}
