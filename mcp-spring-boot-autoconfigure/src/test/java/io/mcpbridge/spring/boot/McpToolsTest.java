package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.tool.ToolProvider;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.autoconfigure.McpLangChain4jAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpServersFilesAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.test.FakeMcpServer;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.annotation.AliasFor;

/** Each agent receives its tools by injection. */
@ExtendWith(OutputCaptureExtension.class)
class McpToolsTest {

  @Test
  void annotationSelectsTools() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("read").annotations("{\"readOnlyHint\": true}");
      server.tool("write");
      server.tool("write_all");
      String url = server.url();
      application("servers.a.url=" + url, "servers.b.url=" + url)
          .withUserConfiguration(Agents.class)
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
                assertThat(context.getBean("reader", Agent.class).names())
                    .containsExactly("a__read");
                assertThat(context.getBean("writer", Agent.class).names())
                    .containsExactly("a__write", "b__write");
                assertThat(context.getBean("aliased", Agent.class).names())
                    .containsExactly("b__read", "b__write", "b__write_all");
                assertThat(context.getBean("ofMethod", Agent.class).names())
                    .containsExactly("a__write_all", "b__write_all");
                assertThat(context.getBean("all", Agent.class).names()).hasSize(6);
              });
    }
  }

  @Test
  void propertiesApplyToSelectedTools() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("read").returns("done");
      server.tool("write");
      List<String> captured = new CopyOnWriteArrayList<>();
      application(
              "servers.a.url=" + server.url(),
              "servers.a.tool-context-meta=tenant",
              "spring-ai.return-direct=a__read")
          .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class))
          .withBean(ThreadContextProvider.class, () -> () -> notedIn(captured))
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
                ToolCallback[] tools =
                    context
                        .getBean(McpToolCallbackProvider.class)
                        .forTools(catalog.view(tool -> tool.name().equals("read")))
                        .getToolCallbacks();

                assertThat(tools).hasSize(1);
                assertThat(tools[0].getToolMetadata().returnDirect()).isTrue();
                tools[0].call("{}", new ToolContext(Map.of("tenant", "acme", "other", "x")));
                assertThat(captured).containsExactly("called");
                assertThat(server.received("tools/call").get(0).meta().string("tenant"))
                    .isEqualTo("acme");
              });
    }
  }

  private static ThreadContextProvider.ContextSnapshot notedIn(List<String> captured) {
    return new ThreadContextProvider.ContextSnapshot() {
      @Override
      public <T> T call(Supplier<T> call) {
        captured.add("called");
        return call.get();
      }
    };
  }

  @Test
  void reportsMissingAnnotation() {
    application()
        .withUserConfiguration(Forgetful.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("without @McpTools"));
  }

  @Test
  void annotationSelectsToolsOfEachType() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("read").annotations("{\"readOnlyHint\": true}");
      server.tool("write");
      String url = server.url();
      application("servers.a.url=" + url, "servers.b.url=" + url)
          .withConfiguration(
              AutoConfigurations.of(
                  McpSpringAiAutoConfiguration.class, McpLangChain4jAutoConfiguration.class))
          .withUserConfiguration(Typed.class)
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
                TypedAgent agent = context.getBean("ofMethod", TypedAgent.class);
                assertThat(names(agent.langChain4j)).containsExactly("a__read", "a__write");
                assertThat(names(agent.springAi)).containsExactly("b__read", "b__write");
                OfClass ofClass = context.getBean(OfClass.class);
                assertThat(names(ofClass.callbacks)).containsExactly("a__read", "b__read");
                assertThat(names(ofClass.provider)).containsExactly("b__write");
                assertThat(names(context.getBean(McpToolProvider.class))).hasSize(4);
              });
    }
  }

  private static List<String> names(ToolProvider provider) {
    return provider.provideTools(null).aiServiceTools().stream()
        .map(tool -> tool.toolSpecification().name())
        .toList();
  }

  private static List<String> names(ToolCallbackProvider provider) {
    return Arrays.stream(provider.getToolCallbacks())
        .map(tool -> tool.getToolDefinition().name())
        .toList();
  }

  record TypedAgent(ToolProvider langChain4j, ToolCallbackProvider springAi) {}

  @Configuration(proxyBeanMethods = false)
  @Import(OfClass.class)
  static class Typed {

    @Bean
    @ToolsOf("a")
    TypedAgent ofMethod(ToolProvider langChain4j, @ToolsOf("b") ToolCallbackProvider springAi) {
      return new TypedAgent(langChain4j, springAi);
    }
  }

  @McpTools(include = "read")
  static class OfClass {

    @Autowired
    @McpTools(servers = "b", include = "write")
    McpToolProvider provider;

    final McpToolCallbackProvider callbacks;

    OfClass(McpToolCallbackProvider callbacks, ToolCatalog catalog) {
      this.callbacks = callbacks;
      assertThat(catalog.servers()).hasSize(2);
    }
  }

  /** Supertypes may have the annotation, and a superclass the injected method. */
  @Test
  void annotationIsInherited() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("read");
      server.tool("write");
      application("servers.a.url=" + server.url())
          .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class))
          .withUserConfiguration(OfSuperclass.class, OfInterface.class, OfInheritedMethod.class)
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
                assertThat(names(context.getBean(OfSuperclass.class).callbacks))
                    .containsExactly("a__read");
                assertThat(names(context.getBean(OfInterface.class).callbacks))
                    .containsExactly("a__write");
                assertThat(names(context.getBean(OfInheritedMethod.class).callbacks))
                    .containsExactly("a__read");
              });
    }
  }

  @McpTools(include = "read")
  abstract static class Reading {
    @Autowired McpToolCallbackProvider callbacks;
  }

  static class OfSuperclass extends Reading {}

  @McpTools(include = "write")
  interface Writes {}

  static class OfInterface implements Writes {
    final McpToolCallbackProvider callbacks;

    OfInterface(McpToolCallbackProvider callbacks) {
      this.callbacks = callbacks;
    }
  }

  static class WithMethod {
    McpToolCallbackProvider callbacks;

    @Autowired
    void callbacks(McpToolCallbackProvider callbacks) {
      this.callbacks = callbacks;
    }
  }

  @McpTools(include = "read")
  static class OfInheritedMethod extends WithMethod {}

  @Test
  void rejectsInheritedFieldsAndBeanMethods() {
    assertRejects(OfInheritedField.class, "has no effect on", "WithField.callbacks, which it");
    assertRejects(OtherThanSuperclass.class, "has no effect on", "Reading.callbacks, which it");
    assertRejects(OfInheritedBean.class, "has no effect on", "WithBean.agent(...), which it");
    application()
        .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class))
        .withUserConfiguration(OfOwnBean.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  static class WithField {
    @Autowired McpToolCallbackProvider callbacks;
  }

  @McpTools(include = "read")
  static class OfInheritedField extends WithField {}

  @McpTools(include = "write")
  static class OtherThanSuperclass extends Reading {}

  static class WithBean {
    @Bean
    Object agent(McpToolCallbackProvider callbacks) {
      return List.of(callbacks);
    }
  }

  @McpTools(include = "read")
  @Configuration
  static class OfInheritedBean extends WithBean {}

  @McpTools(include = "read")
  @Configuration
  static class OfOwnBean extends WithBean {
    @Override
    @Bean
    Object agent(McpToolCallbackProvider callbacks) {
      return super.agent(callbacks);
    }
  }

  private static void assertRejects(Class<?> configuration, String... messages) {
    application()
        .withConfiguration(AutoConfigurations.of(McpSpringAiAutoConfiguration.class))
        .withUserConfiguration(configuration)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(InvalidMcpConfigurationException.class)
                    .hasMessageContainingAll(messages));
  }

  @Test
  void rejectsAnnotationWithoutEffect() {
    assertRejects(OfList.class, "does not apply to the type java.util.List");
    assertRejects(OfMap.class, "does not apply to the type java.util.Map");
    assertRejects(OfArray.class, "does not apply to the type", "ToolCallbackProvider[]");
    assertRejects(OfCatalog.class, "OfCatalog.agent(...) has no effect: no parameter");
  }

  @Test
  void rejectsAnnotationBesideOtherQualifier() {
    assertRejects(Qualified.class, "@McpTools at ", "is beside another qualifier");
    assertRejects(Named.class, "@McpTools at ", "is beside another qualifier");
  }

  @Configuration(proxyBeanMethods = false)
  static class Qualified {
    @Bean
    Object agent(@McpTools @Qualifier("mcpToolCallbackProvider") McpToolCallbackProvider tools) {
      return List.of(tools);
    }
  }

  /** The annotations are on another annotation. */
  @Configuration(proxyBeanMethods = false)
  static class Named {
    @Bean
    Object agent(@ToolsOf("a") @Fast McpToolCallbackProvider tools) {
      return List.of(tools);
    }
  }

  @Qualifier("fast")
  @Retention(RetentionPolicy.RUNTIME)
  @interface Fast {}

  /** As some frameworks have. */
  @Test
  void annotationAppliesWithOtherResolverOfContext() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("read").annotations("{\"readOnlyHint\": true}");
      server.tool("write");
      String url = server.url();
      application("servers.a.url=" + url, "servers.b.url=" + url)
          .withInitializer(
              context ->
                  ((GenericApplicationContext) context)
                      .getDefaultListableBeanFactory()
                      .setAutowireCandidateResolver(new OtherResolver()))
          .withConfiguration(
              AutoConfigurations.of(
                  McpSpringAiAutoConfiguration.class, McpLangChain4jAutoConfiguration.class))
          .withUserConfiguration(Typed.class, OfOtherResolver.class)
          .run(
              context -> {
                ToolCatalog catalog = context.getBean(ToolCatalog.class);
                assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
                TypedAgent agent = context.getBean("ofMethod", TypedAgent.class);
                assertThat(names(agent.langChain4j)).containsExactly("a__read", "a__write");
                assertThat(context.getBean(OfOtherResolver.class).suggested).isEqualTo("suggested");
              });
    }
  }

  private static final class OtherResolver extends ContextAnnotationAutowireCandidateResolver {
    @Override
    public Object getSuggestedValue(DependencyDescriptor point) {
      return point.getDependencyType() == CharSequence.class
          ? "suggested"
          : super.getSuggestedValue(point);
    }
  }

  record OfOtherResolver(CharSequence suggested) {}

  @McpTools(include = "read")
  @Configuration(proxyBeanMethods = false)
  static class OfList {
    @Bean
    Object agent(List<ToolCallbackProvider> tools) {
      return tools;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OfMap {
    @Bean
    @McpTools(include = "read")
    Object agent(Map<String, McpToolCallbackProvider> tools) {
      return tools;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OfArray {
    @Bean
    @McpTools(include = "read")
    Object agent(ToolCallbackProvider[] tools) {
      return tools;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OfCatalog {
    @Bean
    @McpTools(include = "read")
    Object agent(ToolCatalog catalog) {
      return catalog.view(tool -> true);
    }
  }

  @Test
  void rejectsUnknownServer() {
    application(
            "servers.github.command=npx",
            "servers.github.start=lazy",
            "servers.jira.command=npx",
            "servers.jira.enabled=false")
        .withUserConfiguration(Misspelled.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageStartingWith("@McpTools(servers = \"githab\") at ")
                    .hasMessageContaining("Misspelled.agent(...)")
                    .hasMessageEndingWith(
                        "there is no such MCP server; did you mean \"github\""
                            + " (mcp.client.servers.github)?"));
    application("servers.drive.command=npx", "servers.drive.start=lazy")
        .withUserConfiguration(Misspelled.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageEndingWith("known below mcp.client.servers: \"drive\"."));
  }

  /** A disabled server, for instance in a test, keeps the application startable. */
  @Test
  void allowsDisabledServerAndWildcard() {
    application("servers.githab.command=npx", "servers.githab.enabled=false")
        .withUserConfiguration(Misspelled.class)
        .run(context -> assertThat(context).hasNotFailed());
    application()
        .withUserConfiguration(Wildcard.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void allowsServerThatFileMayAddLater(@TempDir Path folder, CapturedOutput output)
      throws IOException {
    Path file = folder.resolve("mcp.json");
    Files.writeString(file, "{\"mcpServers\": {}}");
    application(
            "config-files.global=" + file,
            "servers.github.command=npx",
            "servers.github.start=lazy")
        .withConfiguration(AutoConfigurations.of(McpServersFilesAutoConfiguration.class))
        .withUserConfiguration(Misspelled.class)
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(output)
        .containsOnlyOnce("there is no such MCP server; did you mean \"github\"")
        .contains("The agent gets its tools if the server is added later");
  }

  @Test
  void rejectsAnnotationWithoutCatalogAndOfOtherType() {
    application("enabled=false")
        .withUserConfiguration(Wildcard.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("there is no ToolCatalog"));
    application()
        .withUserConfiguration(OtherType.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("does not apply to the type java.lang.String"));
  }

  @Configuration(proxyBeanMethods = false)
  static class Misspelled {
    @Bean
    Agent agent(@McpTools(servers = "githab") ToolView tools) {
      return new Agent(tools);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Wildcard {
    @Bean
    Agent agent(@McpTools(servers = "githab*") ToolView tools) {
      return new Agent(tools);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OtherType {
    @Bean
    Object agent(@McpTools String tools) {
      return tools;
    }
  }

  record Agent(ToolSet tools) {
    List<String> names() {
      return tools.tools().stream().map(CatalogTool::modelName).toList();
    }
  }

  @McpTools(include = "write*", exclude = "write_all")
  @Retention(RetentionPolicy.RUNTIME)
  @interface Writing {}

  @Configuration(proxyBeanMethods = false)
  static class Agents {

    @Bean
    Agent reader(@McpTools(servers = "a", traits = ToolTrait.READ_ONLY) ToolView tools) {
      return new Agent(tools);
    }

    @Bean
    Agent writer(@Writing ToolView tools) {
      return new Agent(tools);
    }

    @Bean
    Agent aliased(@ToolsOf("b") ToolView tools) {
      return new Agent(tools);
    }

    @Bean
    @McpTools(include = "write_all")
    Agent ofMethod(ToolSet tools) {
      return new Agent(tools);
    }

    @Bean
    Agent all(ToolSet tools) {
      return new Agent(tools);
    }

    /** A view of the application; not for agents that select tools by annotation. */
    @Bean
    ToolView everything(ToolCatalog catalog) {
      return catalog.view(tool -> true);
    }
  }

  @McpTools
  @Retention(RetentionPolicy.RUNTIME)
  @interface ToolsOf {
    @AliasFor(annotation = McpTools.class, attribute = "servers")
    String[] value();
  }

  @Configuration(proxyBeanMethods = false)
  static class Forgetful {

    @Bean
    Agent agent(ToolView tools) {
      return new Agent(tools);
    }
  }
}
