package io.mcpbridge.samples.model;

import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Makes a Spring Boot application without {@code OPENAI_API_KEY} and {@code OPENAI_BASE_URL}, or
 * with the profile {@code scripted-model}, use a {@link ScriptedModel}: starts one, and sets both
 * properties. Registered in {@code spring.factories}.
 */
public final class ScriptedModelInitializer
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  private static final Logger log = LoggerFactory.getLogger(ScriptedModelInitializer.class);

  /** For Spring Boot. */
  public ScriptedModelInitializer() {}

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    ConfigurableEnvironment environment = context.getEnvironment();
    if (!environment.matchesProfiles("scripted-model") && hasModel(environment)) {
      return;
    }
    log.info("OPENAI_API_KEY is not set: the answers are scripted, no real model is asked");
    ScriptedModel model = ScriptedModel.start();
    environment
        .getPropertySources()
        .addFirst(
            new MapPropertySource(
                "scriptedModel",
                Map.of("OPENAI_BASE_URL", model.baseUrl(), "OPENAI_API_KEY", "none")));
    context.getBeanFactory().registerSingleton("scriptedModel", model);
    // also closed if the application fails to start: its threads would keep the process alive
    if (context.getBeanFactory() instanceof DefaultSingletonBeanRegistry beans) {
      beans.registerDisposableBean("scriptedModel", model::close);
    }
  }

  private static boolean hasModel(ConfigurableEnvironment environment) {
    return Stream.of("OPENAI_API_KEY", "OPENAI_BASE_URL")
        .anyMatch(name -> !environment.getProperty(name, "").isBlank());
  }
}
