package io.mcpbridge.contract;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The outcomes that the tests of one run observed, in any process: lines of one file, named after
 * the run to keep earlier runs apart.
 */
record SeenOutcomes(Path file) {

  /** One promise at one revision and transport, and whether it held. */
  record Outcome(String promise, String revision, String type, boolean isKept) {

    private String line() {
      return String.join("\t", promise, revision, type, String.valueOf(isKept));
    }

    private static Outcome of(String line) {
      String[] parts = line.split("\t");
      return new Outcome(parts[0], parts[1], parts[2], Boolean.parseBoolean(parts[3]));
    }
  }

  /** Writes a page of all outcomes. */
  interface Page {
    void write(List<Outcome> all) throws IOException;
  }

  static SeenOutcomes ofThisRun() {
    String run = System.getProperty("contract.run", "of process " + ProcessHandle.current().pid());
    return new SeenOutcomes(
        Path.of("target", "contract-outcomes", run.replaceAll("[^A-Za-z0-9]+", "-") + ".txt"));
  }

  /** Adds outcomes and rewrites the page, one process at a time. */
  void add(List<Outcome> seen, Page page) throws IOException {
    Files.createDirectories(file.getParent());
    try (FileChannel lockFile =
            FileChannel.open(
                file.resolveSibling("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = lockFile.lock()) {
      Files.write(
          file,
          seen.stream().map(Outcome::line).toList(),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      page.write(Files.readAllLines(file).stream().map(Outcome::of).toList());
    }
  }
}
