package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The run time of {@link ColdStart} from JVM start to exit, minus that of an empty JVM. */
final class ColdStarts {

  private static final Pattern JAR = Pattern.compile("source: (?:jar:)?(file:[^ !]+)");

  private final Peer peer;
  private final Map<Contestant, String> classPaths = new EnumMap<>(Contestant.class);
  private final Map<Contestant, Double> classes = new EnumMap<>(Contestant.class);

  /** Determines what each contestant loads, so that none searches the others' libraries. */
  ColdStarts(Peer peer) throws IOException, InterruptedException {
    this.peer = peer;
    Path log = Files.createTempFile("classes", ".log");
    for (Contestant contestant : Contestant.CLIENTS) {
      run(Java.classPath(), List.of("-Xlog:class+load:file=" + log), arguments(contestant));
      List<String> loaded = Files.readAllLines(log);
      classes.put(contestant, (double) loaded.size());
      Set<String> jars =
          loaded.stream()
              .map(JAR::matcher)
              .filter(Matcher::find)
              .map(match -> Path.of(URI.create(match.group(1))).toString())
              .collect(Collectors.toSet());
      classPaths.put(contestant, inOrder(jars));
    }
    Files.delete(log);
  }

  private static String inOrder(Set<String> jars) {
    return List.of(Java.classPath().split(File.pathSeparator)).stream()
        .filter(entry -> jars.contains(Path.of(entry).toAbsolutePath().toString()))
        .collect(Collectors.joining(File.pathSeparator));
  }

  Samples take(int rounds) throws IOException, InterruptedException {
    Samples samples = new Samples();
    for (int round = 0; round < rounds; round++) {
      for (Contestant contestant : Contestant.CLIENTS) {
        String classPath = classPaths.getOrDefault(contestant, "");
        double empty = run(classPath, List.of());
        double full = run(classPath, List.of(), arguments(contestant));
        samples.add(contestant, new Figures().with("millis", full - empty));
      }
    }
    return samples;
  }

  /** The number of classes that each contestant's process loads, including the JDK's. */
  Map<Contestant, Double> classes() {
    return classes;
  }

  private String[] arguments(Contestant contestant) {
    return new String[] {contestant.name(), peer.place()};
  }

  private static double run(String classPath, List<String> flags, String... arguments)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(Java.command(classPath, flags, ColdStart.class, arguments))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    int exit = process.waitFor();
    double millis = (System.nanoTime() - start) / 1e6;
    if (exit != 0) {
      throw new IOException("exit code " + exit + " of " + List.of(arguments));
    }
    return millis;
  }
}
