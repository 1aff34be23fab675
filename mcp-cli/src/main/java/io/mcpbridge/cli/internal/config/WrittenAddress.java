package io.mcpbridge.cli.internal.config;

import io.mcpbridge.config.ConfiguredServer;
import io.mcpbridge.internal.text.SettingText;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The address of a server as the file has it: with its placeholders, without secrets. */
final class WrittenAddress {

  private static final String PROCESS = "stdio: ";

  private WrittenAddress() {}

  static String ofUrl(String url) {
    return String.valueOf(SettingText.of("url", List.of(SettingText.withoutDefaults(url))));
  }

  /** The command line; empty if there is none. */
  static String ofCommand(List<String> line) {
    List<String> words = line.stream().map(SettingText::withoutDefaults).toList();
    return words.isEmpty()
        ? ""
        : StdioTransport.builder(words.get(0))
            .args(words.subList(1, words.size()))
            .build()
            .address()
            .substring(PROCESS.length());
  }

  /** The address of an entry of an {@code mcpServers} file. */
  static String of(ConfiguredServer server) {
    Object url = EntryOrigins.value(server, "url");
    if (url != null) {
      return ofUrl(url.toString());
    }
    List<String> line = new ArrayList<>(texts(EntryOrigins.value(server, "command")));
    line.addAll(texts(EntryOrigins.value(server, "args")));
    return ofCommand(line);
  }

  private static List<String> texts(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(String::valueOf).toList();
    }
    return value == null ? List.of() : List.of(value.toString());
  }
}
