package com.example.migration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A program in its own JVM, with the test libraries except those that it does not use. */
record Program(String main, List<Path> libraries) {

  private static final long PATIENCE_SECONDS = 120;

  static Program of(String main, Predicate<Path> lacking) {
    return new Program(
        main,
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(lacking.negate())
            .toList());
  }

  boolean has(String type) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path library : libraries) {
      urls.add(library.toUri().toURL());
    }
    try (URLClassLoader classes = new URLClassLoader(urls.toArray(URL[]::new), null)) {
      return classes.getResource(type.replace('.', '/') + ".class") != null;
    }
  }

  /** The complete output. */
  String run(Path folder, String... arguments) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", // starts faster
                "-cp",
                String.join(File.pathSeparator, libraries.stream().map(Path::toString).toList()),
                main));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(main + " does not end");
      }
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output, UTF_8);
  }
}
