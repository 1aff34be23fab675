package io.mcpbridge.spring.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What this JVM does with sockets and processes, as the JVM itself records it. */
final class Activity implements AutoCloseable {

  private static final List<String> KINDS =
      List.of("jdk.SocketRead", "jdk.SocketWrite", "jdk.ProcessStart");

  private final Path directory;
  private Recording recording;

  /** Watches from now on. */
  Activity(Path directory) {
    this.directory = directory;
    this.recording = begin();
  }

  private static Recording begin() {
    Recording recording = new Recording();
    KINDS.forEach(kind -> recording.enable(kind).withThreshold(Duration.ZERO));
    recording.start();
    return recording;
  }

  /** The kinds of what happened since that was asked last. */
  List<String> since() {
    try {
      recording.stop();
      Path file = Files.createTempFile(directory, "activity", ".jfr");
      recording.dump(file);
      recording.close();
      recording = begin();
      return RecordingFile.readAllEvents(file).stream()
          .map(RecordedEvent::getEventType)
          .map(type -> type.getName())
          .distinct()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    recording.close();
  }
}
