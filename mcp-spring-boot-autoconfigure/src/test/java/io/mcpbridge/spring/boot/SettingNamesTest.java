package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Messages name settings that exist: the property, or the method of the builder ({@code
 * CallLimits.maxQueuedCalls}) where there is no property.
 */
class SettingNamesTest {

  private static final Pattern COMMENT = Pattern.compile("(?m)^ *(?://|/?\\*).*$");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
  private static final Pattern HYPHENATED =
      Pattern.compile(
          "(?<![\\w./:-])[a-z]+(?:[.-][a-z]+)*-[a-z]+(?:[.-][a-z]+)*(?![\\w/:-]|\\.\\w)");
  private static final Pattern METHOD = Pattern.compile("\\b([A-Z]\\w+)\\.([a-z]\\w+)");
  private static final Pattern SETTING =
      Pattern.compile("(?:\\(settings?:? |[sS]ettings? \\{@code )([a-z][\\w.-]*\\w)\\b");

  /** Words with a hyphen that are no settings. */
  private static final Set<String> WORDS =
      Set.of(
          "a-z",
          "accept-encoding",
          "allow-always",
          "authorization-code",
          "base-uri",
          "client-credentials",
          "config-input",
          "config-inputs",
          "connect-src",
          "content-length",
          "content-location",
          "content-type",
          "cross-site",
          "date-time",
          "default-src",
          "form-action",
          "frame-ancestors",
          "http-first",
          "http-only",
          "img-src",
          "keep-alive",
          "last-event-id",
          "management.server.base-path",
          "no-cache",
          "no-referrer",
          "no-store",
          "on-cloud-platform",
          "on-profile",
          "property-names.txt",
          "protected-resource",
          "read-only",
          "script-src",
          "server.servlet.context-path",
          "server.ssl.key-store",
          "sign-out",
          "spring-ai-client-chat",
          "spring-ai-starter-mcp-client",
          "spring-boot-starter-security",
          "spring.config.activate.on-profile",
          "spring.reactor.context-propagation",
          "spring.webflux.base-path",
          "sse-first",
          "sse-only",
          "starts-with",
          "stored-tokens",
          "streamable-http",
          "style-src",
          "transfer-encoding",
          "unknown-id",
          "user-agent",
          "warm-up",
          "well-known",
          "x-gzip",
          "x-mcp-header",
          "xdg-open");

  private final Map<String, String> sources = new HashMap<>();
  private final Set<String> properties = new HashSet<>();
  private int names;

  @Test
  void settingsInMessagesExist() throws IOException {
    readProperties();
    readSources();
    Set<String> unknown = new TreeSet<>();

    sources.forEach(
        (type, source) -> {
          BiConsumer<String, Boolean> check =
              (name, exists) -> {
                names++;
                if (!exists) {
                  unknown.add(type + ": " + name);
                }
              };
          Matcher literal = LITERAL.matcher(COMMENT.matcher(source).replaceAll(""));
          while (literal.find()) {
            String text = literal.group(1);
            HYPHENATED
                .matcher(text)
                .results()
                .map(it -> it.group())
                .filter(name -> !name.matches("(mcp-|io\\.mcpbridge\\.).*"))
                .filter(name -> !WORDS.contains(name))
                .forEach(name -> check.accept(name, properties.contains(name)));
            METHOD
                .matcher(text)
                .results()
                .filter(it -> sources.containsKey(it.group(1)))
                .forEach(
                    it ->
                        check.accept(it.group(), isMethod(sources.get(it.group(1)), it.group(2))));
          }
          SETTING
              .matcher(source)
              .results()
              .map(it -> it.group(1))
              .forEach(name -> check.accept(name, properties.contains(name) || isMethod(name)));
        });

    assertThat(names).as("names that were looked at").isGreaterThan(100);
    assertThat(unknown).isEmpty();
  }

  private boolean isMethod(String name) {
    return sources.values().stream().anyMatch(source -> isMethod(source, name));
  }

  private static boolean isMethod(String source, String name) {
    return source.contains(" " + name + "(")
        || Pattern.compile("record \\w+\\([^)]*\\b" + name + "\\b").matcher(source).find();
  }

  /** Each property, and each part of its name: {@code auth.bearer-token}, {@code timeout}. */
  private void readProperties() {
    for (Object property : PropertiesPageTest.metadata().list("properties")) {
      String[] parts = JsonObject.of(property).string("name", "").split("\\.");
      for (int from = 0; from < parts.length; from++) {
        for (int to = from + 1; to <= parts.length; to++) {
          properties.add(String.join(".", List.of(parts).subList(from, to)));
        }
      }
    }
  }

  private void readSources() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> modules = Files.list(PropertiesPageTest.root())) {
      for (Path module : modules.map(it -> it.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(module)) {
          try (Stream<Path> all = Files.walk(module)) {
            all.filter(it -> it.toString().endsWith(".java")).forEach(files::add);
          }
        }
      }
    }
    for (Path file : files) {
      sources.merge(
          file.getFileName().toString().replace(".java", ""),
          Files.readString(file),
          String::concat);
    }
  }
}
