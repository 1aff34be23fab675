package io.mcpbridge.verification.aot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes the packaged samples ahead of time, as {@code process-aot} does for a native image,
 * each with its own class path. Nothing here builds an image: the JVM runs what Spring generated.
 */
class SamplesAheadOfTimeTest {

  private static final Path ROOT = Path.of("..", "..", "..").toAbsolutePath().normalize();
  private static final Pattern FINAL_NAME = Pattern.compile("<finalName>([^<]+)</finalName>");

  @TempDir Path folder;

  /** The jars of all Spring Boot applications below {@code samples}. */
  static List<String> samples() throws IOException {
    List<String> jars = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve("samples"), 3)) {
      for (Path pom : files.filter(file -> file.endsWith("pom.xml")).sorted().toList()) {
        String text = Files.readString(pom);
        Matcher name = FINAL_NAME.matcher(text);
        if (text.contains("<artifactId>spring-boot-maven-plugin</artifactId>") && name.find()) {
          jars.add(
              ROOT.relativize(pom.resolveSibling("target/" + name.group(1) + ".jar")).toString());
        }
      }
    }
    return jars;
  }

  @ParameterizedTest
  @MethodSource("samples")
  void sampleIsProcessedAheadOfTime(String jar) throws Exception {
    process(jar);

    assertThat(metadata())
        .contains("io.mcpbridge.spring.boot.McpServerProperties")
        .contains("newThreadPerTaskExecutor");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "samples/langchain4j-agent/target/langchain4j-agent.jar", // Spring Boot 3.5
        "samples/spring-ai-chat/target/spring-ai-chat.jar" // Spring Boot 4
      })
  void processedSampleCallsTools(String jar) throws Exception {
    String application = process(jar);

    String output =
        java(
            "-Dspring.aot.enabled=true",
            application,
            "--no-npx",
            "--spring.main.log-startup-info=true",
            "What is the weather in Oslo?");

    assertThat(output)
        .contains("AOT-processed")
        .contains("weather__current_weather answered: Oslo: 4.5 degrees Celsius");
  }

  /** Returns the application's class. */
  private String process(String jar) throws Exception {
    String application = unpack(ROOT.resolve(jar));
    java(
        "org.springframework.boot.SpringApplicationAotProcessor",
        application,
        folder.resolve("sources").toString(),
        folder.resolve("generated").toString(),
        folder.resolve("generated").toString(),
        "com.example",
        "application",
        "--no-npx");
    compile();
    return application;
  }

  private String unpack(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(file.entries())) {
        if (!entry.isDirectory() && entry.getName().startsWith("BOOT-INF/")) {
          Path target = folder.resolve(entry.getName());
          Files.createDirectories(target.getParent());
          try (InputStream content = file.getInputStream(entry)) {
            Files.copy(content, target);
          }
        }
      }
      return file.getManifest().getMainAttributes().getValue("Start-Class");
    }
  }

  private void compile() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-cp", classPath()));
    arguments.addAll(List.of("-d", folder.resolve("generated").toString()));
    try (Stream<Path> sources = Files.walk(folder.resolve("sources"))) {
      sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(status).isZero();
  }

  /** Runs a program from the root of the repository, and returns its output. */
  private String java(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath()));
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("OPENAI_")); // a scripted model
    Process process = builder.start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(Files.readString(output)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(output);
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  private String classPath() throws IOException {
    List<String> entries = new ArrayList<>();
    entries.add(folder.resolve("generated").toString());
    entries.add(folder.resolve("BOOT-INF/classes").toString());
    try (Stream<Path> libraries = Files.list(folder.resolve("BOOT-INF/lib"))) {
      libraries.map(Path::toString).sorted().forEach(entries::add);
    }
    return String.join(File.pathSeparator, entries);
  }

  private String metadata() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder.resolve("generated/META-INF/native-image"))) {
      for (Path file : files.filter(name -> name.toString().endsWith(".json")).toList()) {
        text.append(Files.readString(file));
      }
    }
    return text.toString();
  }
}
