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

/** Records this JVM's socket and process events with Flight Recorder. */
final class IoRecorder implements AutoCloseable {

  private static final List<String> KINDS =
      List.of("jdk.SocketRead", "jdk.SocketWrite", "jdk.ProcessStart");

  private final Path directory;
  private Recording recording;

  /** Starts recording. */
  IoRecorder(Path directory) {
    this.directory = directory;
    this.recording = begin();
  }

  private static Recording begin() {
    Recording recording = new Recording();
    KINDS.forEach(kind -> recording.enable(kind).withThreshold(Duration.ZERO));
    recording.start();
    return recording;
  }

  /** The event types since the last call. */
  List<String> drain() {
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
