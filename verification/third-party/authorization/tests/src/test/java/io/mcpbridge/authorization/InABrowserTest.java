package io.mcpbridge.authorization;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same tests with Chromium, if installed. */
@ExtendWith(BrowserNeeded.class)
class InABrowserTest extends AuthorizationCode {

  private static Chromium chromium;

  @BeforeAll
  static void start() {
    chromium = Chromium.start();
  }

  @AfterAll
  static void stop() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @Override
  Person person() {
    return chromium;
  }
}
