package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.result.FileResultStore;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.result.JdbcResultStore;
import io.mcpbridge.result.ResultStore;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.internal.configuration.ConditionalOnText;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.util.StringUtils;

/** Configures the store for large tool results, unless the application has one. */
@AutoConfiguration(before = McpClientAutoConfiguration.class)
@ConditionalOnProperty(prefix = "mcp.client", name = "enabled", matchIfMissing = true)
@ConditionalOnText(value = "mcp.client.result-store.type", unless = "none")
@EnableConfigurationProperties(McpClientProperties.class)
public class McpResultStoreAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(ResultStore.class)
  ResultStore mcpResultStore(McpClientProperties properties, ObjectProvider<DataSource> databases) {
    McpClientProperties.ResultStore settings = properties.resultStore();
    return switch (settings.type()) {
      case FILE -> FileResultStore.of(directory(settings.directory()));
      case JDBC -> JdbcResultStore.of(database(databases));
      case MEMORY, NONE -> InMemoryResultStore.create();
    };
  }

  private static Path directory(@Nullable String directory) {
    if (StringUtils.hasText(directory)) {
      try {
        return Path.of(directory);
      } catch (InvalidPathException e) {
        // as if it were missing
      }
    }
    throw new InvalidMcpConfigurationException(
        "mcp.client.result-store.type is 'file', but mcp.client.result-store.directory is not a"
            + " path.",
        "Set a directory that only this application uses, such as"
            + " '${user.home}/.desk/results'.");
  }

  private static DataSource database(ObjectProvider<DataSource> databases) {
    DataSource database = databases.getIfUnique();
    if (database == null) {
      throw new InvalidMcpConfigurationException(
          "mcp.client.result-store.type is 'jdbc', but there is no 'DataSource' bean, or several.",
          "Add one, mark one as primary, or declare a 'ResultStore' bean.");
    }
    return database;
  }
}
