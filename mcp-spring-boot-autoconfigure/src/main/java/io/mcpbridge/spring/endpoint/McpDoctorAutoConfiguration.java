package io.mcpbridge.spring.endpoint;

import io.mcpbridge.doctor.Doctor;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.internal.configuration.ConfiguredProperties;
import io.mcpbridge.spring.boot.internal.doctor.ConfiguredServerDoctor;
import io.mcpbridge.spring.boot.internal.doctor.ServerDoctor;
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
  ServerDoctor mcpServerDoctor(
      ConfigurableEnvironment environment, ObjectProvider<ToolSearch> search) {
    return new ConfiguredServerDoctor(
        new ConfiguredProperties(environment), search::getIfAvailable);
  }
}
