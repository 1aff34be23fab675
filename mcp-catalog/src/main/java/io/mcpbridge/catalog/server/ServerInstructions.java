package io.mcpbridge.catalog.server;

import io.mcpbridge.selection.Glob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of trusted servers as text for a system prompt: servers in configuration order,
 * each with a heading, so that the text is the same until the servers change. A server is trusted
 * by its name, because its instructions steer the model as the application's own prompt does.
 * Immutable.
 */
public final class ServerInstructions {

  /** The longest instructions of one server, in characters; longer ones are cut, with a note. */
  public static final int MAX_SERVER_LENGTH = 4_000;

  /** The longest text, in characters; further servers are left out, with a note. */
  public static final int MAX_LENGTH = 16_000;

  private final List<Glob> trusted;

  private ServerInstructions(List<Glob> trusted) {
    this.trusted = trusted;
  }

  /**
   * The instructions of these servers.
   *
   * @param servers keys of servers, with {@code *} and {@code ?} wildcards
   * @throws IllegalArgumentException if one is empty
   */
  public static ServerInstructions trusting(Collection<String> servers) {
    return new ServerInstructions(servers.stream().map(Glob::new).toList());
  }

  /** Whether no server is trusted. */
  public boolean isEmpty() {
    return trusted.isEmpty();
  }

  /**
   * The text; empty if there are no instructions of trusted servers.
   *
   * @param byServer as {@link CatalogSnapshot#instructions()}
   */
  public String of(Map<String, String> byServer) {
    StringBuilder text = new StringBuilder();
    List<String> leftOut = new ArrayList<>();
    byServer.forEach(
        (server, instructions) -> {
          if (!instructions.isBlank() && isTrusted(server)) {
            String section =
                "How to use the tools of the server " + server + ":\n" + cut(instructions.strip());
            if (text.length() + section.length() > MAX_LENGTH) {
              leftOut.add(server);
            } else {
              text.append(text.isEmpty() ? "" : "\n\n").append(section);
            }
          }
        });
    if (!leftOut.isEmpty()) {
      text.append("\n\n[Left out: how to use the tools of ")
          .append(String.join(", ", leftOut))
          .append("]");
    }
    return text.toString();
  }

  /**
   * A system prompt with the instructions at its end.
   *
   * @param systemPrompt {@code null} if there is none
   * @param byServer as {@link CatalogSnapshot#instructions()}
   * @return the same system prompt if there are no instructions of trusted servers
   */
  public @Nullable String appendedTo(@Nullable String systemPrompt, Map<String, String> byServer) {
    String text = of(byServer);
    if (text.isEmpty()) {
      return systemPrompt;
    }
    return systemPrompt == null || systemPrompt.isBlank() ? text : systemPrompt + "\n\n" + text;
  }

  /** Whether the instructions of a server are used. */
  public boolean isTrusted(String server) {
    return trusted.stream().anyMatch(name -> name.matches(server));
  }

  private static String cut(String text) {
    if (text.length() <= MAX_SERVER_LENGTH) {
      return text;
    }
    int end =
        Character.isHighSurrogate(text.charAt(MAX_SERVER_LENGTH - 1))
            ? MAX_SERVER_LENGTH - 1
            : MAX_SERVER_LENGTH;
    return text.substring(0, end) + "\n[Cut after " + MAX_SERVER_LENGTH + " characters]";
  }
}
