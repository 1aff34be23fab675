package com.example.migration.after;

import io.mcpbridge.catalog.ToolCatalog;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** With this library. Properties replace the filter and the converter. */
@SpringBootApplication
public class WeatherApplication {

  /** Asks one question, prints the answer and the stations, and exits. */
  public static void main(String[] args) {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(WeatherApplication.class, args)) {
      context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(30));
      Assistant assistant = context.getBean(Assistant.class);
      System.out.println("answer: " + assistant.ask("Weather?", "acme"));
      System.out.println("stations: " + assistant.stations());
    }
  }
}
