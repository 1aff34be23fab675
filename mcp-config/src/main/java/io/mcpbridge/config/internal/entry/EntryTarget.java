package io.mcpbridge.config.internal.entry;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The resolved address of an entry's server.
 *
 * @param command the program; empty for a URL
 * @param args its arguments
 * @param env added to its environment
 * @param directory the working directory; {@code null} for the application's
 * @param url the URL; empty for a command
 * @param headers sent with each request
 * @param login the OAuth login that the entry asks for; {@code null} if it asks for none
 */
public record EntryTarget(
    TransportType type,
    String command,
    List<String> args,
    Map<String, String> env,
    @Nullable Path directory,
    String url,
    Map<String, String> headers,
    @Nullable EntryLogin login) {

  public static EntryTarget program(
      String command, List<String> args, Map<String, String> env, @Nullable Path directory) {
    return new EntryTarget(TransportType.STDIO, command, args, env, directory, "", Map.of(), null);
  }

  public static EntryTarget remote(
      TransportType type, String url, Map<String, String> headers, @Nullable EntryLogin login) {
    Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    anyCase.putAll(headers);
    return new EntryTarget(type, "", List.of(), Map.of(), null, url, anyCase, login);
  }

  /** Leaves out everything that may be a secret. */
  @Override
  public String toString() {
    return "EntryTarget[" + type + ", env=" + env.keySet() + ", headers=" + headers.keySet() + "]";
  }
}
