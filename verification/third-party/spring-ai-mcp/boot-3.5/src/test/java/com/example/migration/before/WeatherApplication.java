package com.example.migration.before;

import java.util.Map;
import org.springframework.ai.mcp.McpToolFilter;
import org.springframework.ai.mcp.ToolContextToMcpMetaConverter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** With Spring AI's own MCP starter. */
@SpringBootApplication
public class WeatherApplication {

  /** Asks one question, prints the answer and the stations, and exits. */
  public static void main(String[] args) {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(WeatherApplication.class, args)) {
      Assistant assistant = context.getBean(Assistant.class);
      System.out.println("answer: " + assistant.ask("Weather?", "acme"));
      System.out.println("stations: " + assistant.stations());
    }
  }

  @Bean
  McpToolFilter toolFilter() {
    return (connection, tool) -> !tool.name().startsWith("delete_");
  }

  @Bean
  ToolContextToMcpMetaConverter metaConverter() {
    return context -> Map.of("tenant", context.getContext().get("tenant"));
  }
}
