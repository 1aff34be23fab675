package io.mcpbridge.spring.boot.autoconfigure;

import static io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames.OF_CLIENT;

import io.mcpbridge.result.FileResultStore;
import io.mcpbridge.result.InMemoryResultStore;
import io.mcpbridge.result.JdbcResultStore;
import io.mcpbridge.result.ResultStore;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.internal.configuration.ConditionalOnText;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
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
    Duration timeToLive = OF_CLIENT.positive("result-store.time-to-live", settings.timeToLive());
    long maxBytes = settings.maxSize().toBytes();
    if (maxBytes <= 0) {
      throw new InvalidMcpConfigurationException(
          "mcp.client.result-store.max-size must be positive.", "Set a size such as '64MB'.");
    }
    return switch (settings.type()) {
      case FILE ->
          FileResultStore.builder(directory(settings.directory()))
              .maxBytes(maxBytes)
              .timeToLive(timeToLive)
              .build();
      case JDBC ->
          JdbcResultStore.builder(database(databases))
              .maxBytes(maxBytes)
              .timeToLive(timeToLive)
              .build();
      case MEMORY, NONE ->
          InMemoryResultStore.builder().maxBytes(maxBytes).timeToLive(timeToLive).build();
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
