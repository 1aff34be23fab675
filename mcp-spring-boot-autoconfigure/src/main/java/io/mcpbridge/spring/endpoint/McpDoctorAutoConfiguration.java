package io.mcpbridge.spring.endpoint;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.doctor.Doctor;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.configuration.ConfiguredProperties;
import io.mcpbridge.spring.boot.internal.doctor.ConfiguredServerDoctor;
import io.mcpbridge.spring.boot.internal.doctor.FailedServerReport;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/** Findings about servers for the endpoint and the console, if {@code mcp-doctor} is present. */
@AutoConfiguration(
    after = McpClientAutoConfiguration.class,
    before = McpEndpointAutoConfiguration.class)
@ConditionalOnClass(Doctor.class)
public class McpDoctorAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  ConfiguredServerDoctor mcpServerDoctor(
      ConfigurableEnvironment environment, ObjectProvider<ToolSearch> search) {
    return new ConfiguredServerDoctor(
        new ConfiguredProperties(environment), search::getIfAvailable);
  }

  @Bean
  FailedServerReport mcpFailedServerReport(
      ConfiguredServerDoctor doctor, ObjectProvider<ToolCatalog> catalog) {
    return new FailedServerReport(doctor, catalog::getIfUnique);
  }
}
