package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.mcp.client.McpClient;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Class paths of this library with other LangChain4j jars than those that it is compiled with. */
final class LangChain4jClassPath {

  private LangChain4jClassPath() {}

  /** A class path with these jars. */
  static URLClassLoader of(Path... langChain4j) throws Exception {
    URL[] urls = new URL[langChain4j.length + 1];
    urls[0] = jarOf(McpToolProvider.class).toUri().toURL();
    for (int i = 0; i < langChain4j.length; i++) {
      assertThat(langChain4j[i]).exists();
      urls[i + 1] = langChain4j[i].toUri().toURL();
    }
    return new URLClassLoader(urls, new WithoutLangChain4j());
  }

  private static final class WithoutLangChain4j extends ClassLoader {

    WithoutLangChain4j() {
      super(McpClient.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("dev.langchain4j.") || name.startsWith("io.mcpbridge.langchain4j.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }

    @Override
    public URL getResource(String name) {
      return name.contains("dev.langchain4j") ? null : super.getResource(name);
    }
  }

  static Path jarOf(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
