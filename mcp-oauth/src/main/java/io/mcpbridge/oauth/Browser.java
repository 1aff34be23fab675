package io.mcpbridge.oauth;

import io.mcpbridge.oauth.core.OAuthException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Opens a page in the user's browser. Runs a program with arguments, never a shell command. */
final class Browser {

  /** One of these is set where a user can see a page: a display, or a command that shows one. */
  private static final List<String> DISPLAYS =
      List.of("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME");

  private static final String INSTEAD =
      "; sign in on a desktop with the same token file (oauth.token-file.path, with its key), use"
          + " another identity for this server (auth.oauth2.grant: client-credentials, or a bearer"
          + " token), or show the page in another way, with LoopbackPrompt.showing (in Spring Boot as"
          + " a bean)";

  private Browser() {}

  /** Opens a URL that was already checked: https, or http on this machine. */
  static void open(URI page) {
    String system = System.getProperty("os.name", "");
    requireDesktop(system, System.getenv());
    List<String> command = new ArrayList<>(opener(system));
    command.add(page.toASCIIString());
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .getOutputStream()
          .close();
    } catch (IOException e) {
      throw new OAuthException("no browser could be opened with " + command.get(0) + INSTEAD);
    }
  }

  /**
   * Fails at once without a desktop, as in a container or a batch job. {@code xdg-open} starts
   * there but opens no page, so the login would end with its timeout.
   */
  static void requireDesktop(String system, Map<String, String> environment) {
    boolean isUnix = opener(system).get(0).equals("xdg-open");
    if (isUnix
        && DISPLAYS.stream().allMatch(name -> environment.getOrDefault(name, "").isEmpty())) {
      throw new OAuthException(
          "no browser can be opened: this process has no desktop (neither DISPLAY nor"
              + " WAYLAND_DISPLAY is set)"
              + INSTEAD);
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
