package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.spring.boot.McpLangChain4jProperties;
import io.mcpbridge.spring.boot.McpSpringAiProperties;
import io.mcpbridge.spring.boot.internal.server.SpringAiConnections;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/**
 * Hints for reflective lookups: virtual threads, which the JDK that this library is compiled for
 * does not have (a native image would use platform threads without them); methods of request
 * options that one line of Spring AI does not have; what tells LangChain4j's release apart;
 * optional classes, which a native image otherwise takes for absent; and the records that Spring
 * AI's connections are bound to, which Spring does not detect.
 */
final class McpRuntimeHints implements RuntimeHintsRegistrar {

  /** The arguments of {@code ClassUtils.isPresent}. */
  private static final List<String> OPTIONAL_CLASSES =
      List.of(
          AiServiceTools.ANNOTATION,
          "dev.langchain4j.exception.ToolErrorVisibleToLlm",
          McpClientAutoConfiguration.LANGCHAIN4J,
          McpClientAutoConfiguration.LANGCHAIN4J_ADAPTER,
          McpClientAutoConfiguration.SPRING_AI,
          McpClientAutoConfiguration.SPRING_AI_ADAPTER,
          UnknownProperties.SPRING_AI_TYPE,
          "org.springframework.ai.model.tool.ToolCallLimits",
          "org.springframework.security.core.context.ReactiveSecurityContextHolder",
          "org.springframework.security.oauth2.jwt.Jwt",
          "reactor.core.scheduler.NonBlocking");

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
    String chatOptions = "org.springframework.ai.model.tool.ToolCallingChatOptions";
    method(reflection, chatOptions, "mutate");
    method(reflection, chatOptions, "getToolNames");
    method(reflection, chatOptions, "setToolNames", "java.util.Set");
    method(reflection, "dev.langchain4j.service.tool.ToolExecution", "attributes");
    method(reflection, "dev.langchain4j.invocation.InvocationContext", "modelProvider");
    OPTIONAL_CLASSES.forEach(name -> reflection.registerType(TypeReference.of(name), hint -> {}));
    hints.resources().registerPattern("io/mcpbridge/oauth/internal/token/*.dat"); // public suffixes
    hints.resources().registerPattern("io/mcpbridge/search/related_terms.txt");
    hints // of AiServiceTools
        .proxies()
        .registerJdkProxy(ConfigurableListableBeanFactory.class, BeanDefinitionRegistry.class);
    BindableRuntimeHintsRegistrar.forTypes(
            SpringAiConnections.Stdio.class,
            SpringAiConnections.Http.class,
            McpLangChain4jProperties.class)
        .registerHints(hints);
    if (ClassUtils.isPresent(UnknownProperties.SPRING_AI_TYPE, classLoader)) {
      BindableRuntimeHintsRegistrar.forTypes(McpSpringAiProperties.class).registerHints(hints);
    }
  }

  private static void method(
      ReflectionHints reflection, String type, String method, String... parameters) {
    List<TypeReference> types = List.of(parameters).stream().map(TypeReference::of).toList();
    reflection.registerType(
        TypeReference.of(type), hint -> hint.withMethod(method, types, ExecutableMode.INVOKE));
  }
}
