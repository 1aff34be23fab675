package io.mcpbridge.spring.console;

import io.mcpbridge.spring.boot.internal.web.WebResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.HttpStatus;

/** The files of the page. They have no data, and load nothing from elsewhere. */
final class ConsolePage {

  private static final String SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  static final List<String> FILES =
      List.of(
          "index.html",
          "console.css",
          "calls.js",
          "common.js",
          "console.js",
          "content.js",
          "elicitations.js",
          "form.js",
          "inspect.js",
          "tools.js",
          "views.js");

  private ConsolePage() {}

  static WebResponse file(String name) {
    return WebResponse.text(HttpStatus.OK, type(name), read(name))
        .withHeader("Content-Security-Policy", SECURITY_POLICY)
        .withHeader("X-Frame-Options", "DENY");
  }

  private static String type(String name) {
    if (name.endsWith(".html")) {
      return "text/html";
    }
    return name.endsWith(".css") ? "text/css" : "text/javascript";
  }

  private static String read(String name) {
    try (InputStream file = ConsolePage.class.getResourceAsStream("page/" + name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
