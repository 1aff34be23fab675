package io.mcpbridge.spring.event;

import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/** Publishes an {@link McpEvent} for each event of the servers. */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnBean(McpClientProperties.class)
public class McpEventAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean // that of a parent context is enough
  EventPublisher mcpEventPublisher(ApplicationContext context, McpClientProperties properties) {
    McpClientProperties.Events events = properties.events();
    return new EventPublisher(context, events.progress(), events.output());
  }
}
