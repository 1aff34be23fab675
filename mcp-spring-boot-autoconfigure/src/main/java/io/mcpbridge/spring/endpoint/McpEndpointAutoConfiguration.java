package io.mcpbridge.spring.endpoint;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.catalog.UserToolCatalogs;
import io.mcpbridge.spring.boot.internal.doctor.ServerDoctor;
import io.mcpbridge.transport.WireTrace;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint {@code mcp}, if it is exposed; over HTTP it is not exposed by default. */
@AutoConfiguration(after = McpClientAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnSingleCandidate(ToolCatalog.class)
public class McpEndpointAutoConfiguration {

  /** A separate class, because the class of its condition may be absent. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnAvailableEndpoint(McpEndpoint.class)
  static class Exposed {

    @Bean
    @ConditionalOnMissingBean // that of a parent context is enough
    McpEndpoint mcpEndpoint(
        ToolCatalog catalog,
        ObjectProvider<UserToolCatalogs> users,
        ObjectProvider<WireTrace> trace,
        ObjectProvider<ToolSearch> search,
        ObjectProvider<ServerDoctor> doctor) {
      return new McpEndpoint(
          catalog, users, trace.getIfAvailable(WireTrace::create), search, doctor);
    }
  }
}
