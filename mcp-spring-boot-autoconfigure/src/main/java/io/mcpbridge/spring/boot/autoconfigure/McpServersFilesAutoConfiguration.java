package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.config.InputPrompt;
import io.mcpbridge.config.ServersFiles;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpServersFiles;
import io.mcpbridge.spring.boot.ServersFilesCustomizer;
import io.mcpbridge.spring.boot.internal.configuration.BeanSelector;
import io.mcpbridge.spring.boot.internal.configuration.ConditionalOnText;
import io.mcpbridge.spring.boot.internal.configuration.IneffectiveBeans;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.UnresolvedPlaceholders;
import io.mcpbridge.spring.boot.internal.server.FileServers;
import io.mcpbridge.spring.boot.internal.server.ServerBeans;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.util.StringUtils;

/**
 * Configures the servers of the files of {@code mcp.client.config-files}. Variables are resolved in
 * the environment of the application; a bean of type {@link InputPrompt} supplies the inputs of the
 * files. Properties supplement the entries ({@link FileServers}).
 */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnText({"mcp.client.config-files.global", "mcp.client.config-files.project"})
@ConditionalOnBean(McpClientProperties.class)
@ConditionalOnSingleCandidate(ToolCatalog.class)
public class McpServersFilesAutoConfiguration {

  static final String FILES = "mcpServersFiles";
  private static final String SETTINGS = "mcpServersFilesSettings";

  @Bean
  @ConditionalOnMissingBean(ServersFiles.class)
  FileServers mcpFileServers(
      McpClientProperties properties,
      UnresolvedPlaceholders placeholders,
      ServerBeans serverBeans) {
    return new FileServers(properties, placeholders, serverBeans);
  }

  @Bean(name = SETTINGS)
  @ConditionalOnMissingBean
  ServersFiles mcpServersFilesSettings(
      McpClientProperties properties,
      FileServers servers,
      ServerBeans serverBeans,
      ConfigurableListableBeanFactory beans,
      UnresolvedPlaceholders placeholders,
      ObjectProvider<ServersFilesCustomizer> customizers) {
    McpClientProperties.ConfigFiles files = properties.configFiles();
    ServersFiles.Builder builder =
        ServersFiles.builder()
            .environment(placeholders::variable)
            .defaults(name -> translated(() -> servers.options(name)))
            .allow(server -> servers.isEnabled(server.name()))
            .listener(servers::applied)
            .http(
                (server, http) ->
                    translated(
                        () -> {
                          servers.http(server, http);
                          return server;
                        }))
            .stdio(
                (name, stdio) ->
                    serverBeans.customizers().forEach(customizer -> customizer.stdio(name, stdio)));
    named(files.global(), builder::global);
    named(files.project(), builder::project);
    BeanSelector<InputPrompt> prompt = BeanSelector.of(InputPrompt.class, beans);
    if (prompt != null) {
      builder.inputs(input -> prompt.get().answer(input));
    }
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  /** Rethrows errors as the exception type that files report; its message contains no values. */
  private static <T> T translated(Supplier<T> settings) {
    try {
      return settings.get();
    } catch (InvalidMcpConfigurationException e) {
      throw new IllegalArgumentException(e.getMessage() + " " + e.action(), e);
    }
  }

  private static void named(@Nullable String path, Consumer<Path> use) {
    if (StringUtils.hasText(path)) {
      String plain = path.strip();
      use.accept(Path.of(plain.startsWith("file:") ? plain.substring("file:".length()) : plain));
    }
  }

  @Bean(name = FILES)
  McpServersFiles mcpServersFiles(
      ServersFiles files, ToolCatalog catalog, ConfigurableListableBeanFactory beans) {
    IneffectiveBeans.warnWithout(
        SETTINGS, ServersFiles.class, beans, List.of("mcp.client.config-files"));
    return new McpServersFiles(files, catalog);
  }
}
