package io.mcpbridge.oauth;

import io.mcpbridge.oauth.core.OAuthException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Opens a page in the user's browser. Runs a program with arguments, never a shell command. */
final class Browser {

  private Browser() {}

  /** Opens a URL that was already checked: https, or http on this machine. */
  static void open(URI page) {
    List<String> command = new ArrayList<>(opener(System.getProperty("os.name", "")));
    command.add(page.toASCIIString());
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .getOutputStream()
          .close();
    } catch (IOException e) {
      throw new OAuthException(
          "no browser could be opened with "
              + command.get(0)
              + "; open the page in another way, with LoopbackPrompt.showing (in Spring Boot as a"
              + " bean)");
    }
  }

  static List<String> opener(String system) {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return List.of("rundll32", "url.dll,FileProtocolHandler");
    }
    return name.startsWith("mac") ? List.of("open") : List.of("xdg-open");
  }
}
