package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The source files of the published modules can be found by name, and read in one go. */
class SourceFilesTest {

  private static final int MAX_LINES = 500;

  @Test
  void eachTypeNameIsUsedOnce() throws IOException {
    assertThat(sources().stream().map(file -> file.getFileName().toString()))
        .filteredOn(name -> !name.equals("package-info.java"))
        .hasSizeGreaterThan(500)
        .doesNotHaveDuplicates();
  }

  @Test
  void fewFilesAreLong() throws IOException {
    List<String> longFiles =
        sources().stream()
            .filter(file -> lines(file) > MAX_LINES)
            .map(file -> file.getFileName() + " has " + lines(file) + " lines")
            .toList();

    assertThat(longFiles).hasSizeLessThanOrEqualTo(3);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of("..", ".."))) {
      return modules
          .filter(module -> module.getFileName().toString().startsWith("mcp-"))
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .flatMap(SourceFilesTest::javaFiles)
          .toList();
    }
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
