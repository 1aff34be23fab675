package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.model.ImageContent;
import io.mcpbridge.transport.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

class FilesystemTest extends PeerTest {

  @TempDir static Path folder;

  static Stream<Peer> peers() {
    return Stream.of(
        Peer.of(
            "server-filesystem",
            "stdio",
            "2025-11-25",
            () ->
                ServerConnection.stdio(
                    Installation.npm("mcp-server-filesystem"), path("elsewhere"))));
  }

  @BeforeAll
  static void fill() throws IOException {
    Files.createDirectory(folder.resolve("elsewhere"));
    Files.createDirectory(folder.resolve("notes"));
    Files.writeString(folder.resolve("notes/milk.txt"), "one\ntwo\nthree\n");
    Files.write(folder.resolve("dot.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G'});
  }

  private volatile String root = "";

  /** The server requests roots, which then replace the directories of its arguments. */
  @Override
  Path root() {
    return real(root);
  }

  @BeforeParameterizedClassInvocation
  void awaitRoot() {
    Deadline deadline = Deadline.after(Duration.ofSeconds(15));
    String allowed;
    do {
      assertThat(deadline.hasPassed()).as("the server took %s for its root", root()).isFalse();
      allowed = client().callTool("list_allowed_directories").text();
    } while (!allowed.equals("Allowed directories:\n" + root()));
  }

  @Test
  void followsRootsListChanged() {
    root = "notes";
    client().rootsChanged();
    awaitRoot();
    ToolCall.failing("read_media_file", Map.of("path", path("dot.png")), "Access denied")
        .run(client());

    root = "";
    client().rootsChanged();
    awaitRoot();
  }

  @Override
  Stream<ToolCall> calls() {
    String notes = path("notes");
    String milk = path("notes/milk.txt");
    String tea = path("notes/tea.txt");
    String directory = path("made");
    return Stream.of(
        ToolCall.saying("list_allowed_directories", Map.of(), real("").toString()),
        ToolCall.saying("read_text_file", Map.of("path", milk, "head", 2), "one\ntwo"),
        ToolCall.saying("read_file", Map.of("path", milk), "three"),
        ToolCall.saying("write_file", Map.of("path", tea, "content", "grün\n"), "wrote"),
        ToolCall.saying(
            "edit_file",
            Map.of("path", tea, "edits", List.of(Map.of("oldText", "grün", "newText", "schwarz"))),
            "+schwarz"),
        ToolCall.saying(
            "read_multiple_files", Map.of("paths", List.of(milk, tea)), "three", "schwarz"),
        ToolCall.of(
            "read_media_file",
            Map.of("path", path("dot.png")),
            result ->
                assertThat(result.content().get(0))
                    .isInstanceOfSatisfying(
                        ImageContent.class,
                        image -> assertThat(image.mimeType()).isEqualTo("image/png"))),
        ToolCall.saying("create_directory", Map.of("path", directory), "created"),
        ToolCall.saying(
            "move_file", Map.of("source", tea, "destination", directory + "/tea.txt"), "moved"),
        ToolCall.saying("list_directory", Map.of("path", directory), "[FILE] tea.txt"),
        ToolCall.saying("list_directory_with_sizes", Map.of("path", notes), "1 files"),
        ToolCall.saying("directory_tree", Map.of("path", path("")), "\"milk.txt\""),
        ToolCall.saying("search_files", Map.of("path", path(""), "pattern", "**/*.txt"), milk),
        ToolCall.saying("get_file_info", Map.of("path", milk), "size: 14"));
  }

  @Test
  void rejectsPathOutsideAllowedDirectory() {
    ToolCall.failing("read_text_file", Map.of("path", "/etc/hostname"), "Access denied")
        .run(client());
  }

  private static String path(String name) {
    return real(name).toString();
  }

  /** The server resolves symbolic links, which the path of a temporary directory may contain. */
  private static Path real(String name) {
    try {
      return folder.toRealPath().resolve(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
