package io.mcpbridge.verification.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All cells: heaps, transports, stores, sizes, shapes, and text or structured content. */
final class Matrix {

  private static final List<String> FORMS = List.of("text", "structured");

  private Matrix() {}

  public static void main(String[] args) throws Exception {
    List<String> problems;
    if (args[0].equals("time")) {
      problems = time(args.length > 1 ? args[1] : "15");
    } else if (args[0].equals("short")) {
      problems = run(256, "stdio", "memory", List.of("1", "5", "20"));
    } else {
      problems = new ArrayList<>();
      for (int heap : List.of(256, 512)) {
        for (String transport : List.of("stdio", "http")) {
          for (String store : List.of("none", "memory", "file")) {
            problems.addAll(run(heap, transport, store, List.of("1", "5", "20", "40", "64")));
          }
        }
      }
    }
    problems.forEach(problem -> System.out.println("PROBLEM " + problem));
    System.exit(problems.isEmpty() ? 0 : 1);
  }

  private static List<String> time(String calls) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    for (String transport : List.of("stdio", "http")) {
      for (Shape shape : Shape.values()) {
        for (String form : FORMS) {
          String answer = name(shape) + ":5:" + form;
          problems.addAll(
              client(1024, List.of(transport, "time", answer, calls), new ArrayList<>()));
        }
      }
    }
    return problems;
  }

  /** Runs the cells of one heap, transport and store in one JVM; returns what went wrong. */
  static List<String> run(int heap, String transport, String store, List<String> sizes)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(transport, store));
    for (String size : sizes) {
      for (Shape shape : Shape.values()) {
        for (String form : FORMS) {
          arguments.add(name(shape) + ":" + size + ":" + form);
        }
      }
    }
    List<String> outcomes = new ArrayList<>();
    List<String> problems = new ArrayList<>(client(heap, arguments, outcomes));
    if (outcomes.size() != arguments.size() - 2) {
      problems.add("%d MB %s %s: ended after %s".formatted(heap, transport, store, outcomes));
    }
    for (String outcome : outcomes) {
      String[] cell = outcome.split("[: ]");
      boolean isResult = outcome.contains(" result");
      if (outcome.contains("FAILED")
          || mustBeResult(heap, cell[0], Integer.parseInt(cell[1])) && !isResult) {
        problems.add("%d MB %s %s: %s".formatted(heap, transport, store, outcome));
      }
    }
    return problems;
  }

  private static boolean mustBeResult(int heap, String shape, int megabytes) {
    boolean isMild = shape.equals("rows") || shape.equals("string") && heap == 512;
    return heap == 512
        ? megabytes <= 5 || megabytes <= 20 && isMild
        : megabytes <= 1 || megabytes <= 5 && isMild;
  }

  private static String name(Shape shape) {
    return shape.name().toLowerCase(Locale.ROOT);
  }

  private static List<String> client(int heap, List<String> arguments, List<String> outcomes)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                LargeAnswerClient.class.getName()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String label = "%d MB, %s, %s: ".formatted(heap, arguments.get(0), arguments.get(1));
    try (var output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        System.out.println(label + line);
        if (line.matches("[a-z]+:[0-9.]+:[a-z]+ .*")) {
          outcomes.add(line);
        }
      }
    }
    int exit = process.waitFor();
    return exit == 0 ? List.of() : List.of(label + "exit code " + exit);
  }
}
