package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.internal.concurrent.Scheduler;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What warm-up does to speed up the first call. */
class WarmUpTest {

  @Test
  void runsAllStepsOfACall() {
    try (Scheduler schedule = new Scheduler("catalog")) {
      ToolOutput output = WarmUp.call(schedule);

      assertThat(output.failure()).isNull();
      assertThat(output.text()).isEqualTo("a");
    }
  }

  /** The first run of an {@code invokedynamic} concatenation generates classes. */
  @Test
  void stringsAreConcatenatedWithoutInvokedynamic() throws IOException {
    Path classes =
        Path.of(
            URI.create(
                ToolCatalog.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    try (Stream<Path> files = Files.walk(classes)) {
      List<Path> all = files.filter(file -> file.toString().endsWith(".class")).toList();

      assertThat(all).isNotEmpty().noneMatch(WarmUpTest::concatenatesByInvokedynamic);
    }
  }

  private static boolean concatenatesByInvokedynamic(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
          .contains("makeConcatWithConstants");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
