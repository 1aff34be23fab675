package com.example.readmes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.doctor.Diagnosis;
import io.mcpbridge.doctor.Doctor;
import io.mcpbridge.doctor.Finding;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The example of the module's README. */
class DoctorReadmeTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void printsThatCommandWasNotFound() {
    PrintStream console = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      examine();
    } finally {
      System.setOut(console);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("the command \"npy\" was not found", "`command`");
  }

  private static void examine() {
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("files", StdioTransport.of("npy", "-y", "some-server"))
            .build()) {
      Diagnosis diagnosis = Doctor.builder().build().examine(catalog);
      for (Finding finding : diagnosis.server("files").findings()) {
        System.out.println(finding.cause() + " " + finding.advice());
      }
    }
  }
}
