package io.mcpbridge.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The endpoint exists only where it is exposed. */
class McpEndpointAutoConfigurationTest {

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  McpClientAutoConfiguration.class, McpEndpointAutoConfiguration.class));

  @Test
  void endpointRequiresExposure() {
    runner.run(context -> assertThat(context).doesNotHaveBean(McpEndpoint.class));
    runner
        .withPropertyValues("management.endpoints.web.exposure.include=mcp")
        .run(context -> assertThat(context).hasSingleBean(McpEndpoint.class));
    runner
        .withPropertyValues(
            "management.endpoints.web.exposure.include=*", "management.endpoint.mcp.access=NONE")
        .run(context -> assertThat(context).doesNotHaveBean(McpEndpoint.class));
  }

  @Test
  void backsOffWithoutActuatorOrCatalog() {
    ApplicationContextRunner exposed =
        runner.withPropertyValues("management.endpoints.web.exposure.include=mcp");
    exposed
        .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpEndpoint"));
    exposed
        .withPropertyValues("mcp.client.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpEndpoint"));
  }
}
