package io.mcpbridge.verification.modules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The published jars as Java modules. */
class ModulePathTest {

  private static final Path MODULE_PATH = Path.of("target", "module-path").toAbsolutePath();
  private static final Path APPLICATION = Path.of("src", "test", "application");

  @TempDir Path folder;

  @Test
  void callsToolsFromModulePath() throws Exception {
    assertThat(compile(sourcesOf(APPLICATION))).isEmpty();

    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--module-path",
                MODULE_PATH + File.pathSeparator + folder.resolve("classes"),
                "--module",
                "com.example/com.example.Application")
            .redirectError(folder.resolve("stderr").toFile())
            .redirectOutput(folder.resolve("stdout").toFile())
            .start();
    assertThat(java.waitFor(60, TimeUnit.SECONDS)).isTrue();

    assertThat(java.exitValue()).as(Files.readString(folder.resolve("stderr"))).isZero();
    assertThat(Files.readString(folder.resolve("stdout")))
        .startsWith("clear in Oslo\nclear in Rome\n")
        .contains("module io.mcpbridge.client", "module io.mcpbridge.catalog")
        .contains("module io.mcpbridge.config", "module io.mcpbridge.oauth")
        .contains("module io.mcpbridge.approval", "module io.mcpbridge.test");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.mcpbridge.catalog.internal.call.CallPipeline",
        "io.mcpbridge.config.internal.watch.FileWatcher",
        "io.mcpbridge.oauth.internal.http.AuthHttp",
        "io.mcpbridge.internal.file.WriteLock",
        "io.mcpbridge.internal.concurrent.Timer",
        "io.mcpbridge.internal.pipeline.Pipeline",
        "io.mcpbridge.internal.text.DisplayText"
      })
  void internalPackagesAreNotExported(String type) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("sources"));
    Files.copy(APPLICATION.resolve("module-info.java"), sources.resolve("module-info.java"));
    Files.writeString(
        sources.resolve("Use.java"), "package com.example; class Use { " + type + " it; }");

    assertThat(compile(sourcesOf(sources))).contains("not visible", "does not export it");
  }

  private static List<Path> sourcesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  /** Returns the messages of the compiler. */
  private String compile(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      compiler
          .getTask(
              messages,
              files,
              null,
              List.of(
                  "--module-path",
                  MODULE_PATH.toString(),
                  "--class-path",
                  "",
                  "-d",
                  folder.resolve("classes").toString(),
                  "-Xlint:-requires-automatic"),
              null,
              files.getJavaFileObjectsFromPaths(sources))
          .call();
    }
    return messages.toString();
  }
}
