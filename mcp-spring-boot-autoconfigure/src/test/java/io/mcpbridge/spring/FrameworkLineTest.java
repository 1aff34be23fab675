package io.mcpbridge.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.spring.boot.McpClientProperties;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.boot.SpringBootVersion;

/**
 * Verifies the framework versions that these tests run on, without recompiling them. The build
 * states the versions that it means to test; a mistake must fail. {@code
 * verification/applications/compatibility/matrix} reads the printed output and compares the lines.
 */
class FrameworkLineTest {

  @Test
  void runsOnExpectedFrameworkVersions() throws Exception {
    String boot = SpringBootVersion.getVersion();
    String ai = ToolCallback.class.getPackage().getImplementationVersion();
    String langChain4j = mavenVersion("langchain4j");
    String langChain4jSpring = mavenVersion("langchain4j-spring-boot-starter");
    Path starter = originOf(McpClientProperties.class);

    System.out.printf("line: boot=%s%n", boot);
    System.out.printf("line: ai=%s%n", ai);
    System.out.printf("line: langchain4j=%s%n", langChain4j);
    System.out.printf("line: langchain4j-spring=%s%n", langChain4jSpring);
    System.out.printf("line: java=%s%n", Runtime.version().feature());
    System.out.printf("line: starter=%s%n", starter.getFileName());
    System.out.printf("line: starter-sha256=%s%n", digest(starter));
    System.out.printf("line: tests-sha256=%s%n", digest(originOf(getClass())));

    assertThat(boot).isEqualTo(System.getProperty("expected.spring-boot", boot));
    assertThat(ai).isEqualTo(System.getProperty("expected.spring-ai", ai));
    assertThat(langChain4j).isEqualTo(System.getProperty("expected.langchain4j", langChain4j));
    assertThat(langChain4jSpring)
        .isEqualTo(System.getProperty("expected.langchain4j-spring", langChain4jSpring));
    assertThat(starter.toString()).endsWith(System.getProperty("expected.starter", ""));
  }

  /** A single jar from another line would make the test of this line meaningless. */
  @Test
  void allSpringBootJarsHaveExpectedVersion() {
    String expected = System.getProperty("expected.spring-boot", "");
    String folder = Path.of("org", "springframework", "boot").toString();

    List<String> jars =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.contains(folder))
            .map(entry -> Path.of(entry).getFileName().toString())
            .toList();

    assertThat(jars).contains("spring-boot-" + SpringBootVersion.getVersion() + ".jar");
    assertThat(jars).allMatch(jar -> jar.endsWith(expected + ".jar"));
  }

  private static String mavenVersion(String artifact) throws IOException {
    String file = "/META-INF/maven/dev.langchain4j/" + artifact + "/pom.properties";
    try (InputStream stream = FrameworkLineTest.class.getResourceAsStream(file)) {
      var properties = new Properties();
      properties.load(Objects.requireNonNull(stream, () -> artifact + " is not on the class path"));
      return properties.getProperty("version");
    }
  }

  private static Path originOf(Class<?> type) throws URISyntaxException {
    return Path.of(
        Objects.requireNonNull(type.getProtectionDomain().getCodeSource()).getLocation().toURI());
  }

  /** Ignores what packaging adds, so that a folder and its jar have the same digest. */
  private static String digest(Path origin) throws IOException, NoSuchAlgorithmException {
    if (Files.isDirectory(origin)) {
      return digestOfFilesIn(origin);
    }
    try (FileSystem jar = FileSystems.newFileSystem(origin)) {
      return digestOfFilesIn(jar.getPath("/"));
    }
  }

  private static String digestOfFilesIn(Path root) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = root.relativize(file).toString().replace('\\', '/');
        if (!name.equals("META-INF/MANIFEST.MF") && !name.startsWith("META-INF/maven/")) {
          digest.update(name.getBytes(UTF_8));
          digest.update(Files.readAllBytes(file));
        }
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
