package io.mcpbridge.spring;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts applications as their {@code main} would. */
public final class Applications {

  private Applications() {}

  /** A running application; to be closed. */
  public static ConfigurableApplicationContext start(Class<?> source, String... arguments) {
    return application(source).run(arguments);
  }

  /** An application to be run without a web server and without a banner. */
  public static SpringApplication application(Class<?> source) {
    SpringApplication application = new SpringApplication(source);
    application.setBannerMode(Banner.Mode.OFF);
    application.setWebApplicationType(WebApplicationType.NONE);
    return application;
  }
}
