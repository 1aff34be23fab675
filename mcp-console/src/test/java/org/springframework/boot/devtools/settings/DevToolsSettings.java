package org.springframework.boot.devtools.settings;

/** Stands for Spring Boot's devtools, which would restart the applications of the tests. */
public final class DevToolsSettings {

  private DevToolsSettings() {}
}
