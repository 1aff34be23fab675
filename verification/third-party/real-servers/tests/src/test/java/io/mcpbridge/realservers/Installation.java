package io.mcpbridge.realservers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The location of the servers: this module's directory, where its scripts install them. */
final class Installation {

  private static final Path FOLDER = Path.of(System.getProperty("real-servers", "..")).normalize();

  private Installation() {}

  static String file(String name) {
    return FOLDER.resolve(name).toString();
  }

  static Path log(String name, int port) {
    return FOLDER.resolve("target").resolve(name + "-" + port + ".log");
  }

  static String npm(String command) {
    return file("target/npm/node_modules/.bin/" + command);
  }

  /** The command line of a main class in a module of this directory. */
  static List<String> java(String module, String mainClass, String... arguments) {
    Path target = FOLDER.resolve(module).resolve("target");
    List<String> command = new ArrayList<>();
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(target.resolve("classes") + ":" + contents(target.resolve("class-path")));
    command.add(mainClass);
    command.addAll(List.of(arguments));
    return command;
  }

  static String contents(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
