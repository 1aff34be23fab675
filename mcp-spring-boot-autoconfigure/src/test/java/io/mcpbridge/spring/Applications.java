package io.mcpbridge.spring;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts applications as a {@code main} method would. */
public final class Applications {

  private Applications() {}

  /** Starts an application; the caller must close it. */
  public static ConfigurableApplicationContext start(Class<?> source, String... arguments) {
    return application(source).run(arguments);
  }

  /** An application without a web server and without a banner. */
  public static SpringApplication application(Class<?> source) {
    SpringApplication application = new SpringApplication(source);
    application.setBannerMode(Banner.Mode.OFF);
    application.setWebApplicationType(WebApplicationType.NONE);
    return application;
  }
}
