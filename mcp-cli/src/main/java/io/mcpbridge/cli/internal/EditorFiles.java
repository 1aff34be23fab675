package io.mcpbridge.cli.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files in which editors and other programs configure MCP servers. */
final class EditorFiles {

  /** A file of a program. */
  record EditorFile(String program, Path file) {}

  private final List<EditorFile> files = new ArrayList<>();

  EditorFiles(CliEnvironment environment) {
    Path home = environment.home();
    Path settings = environment.settings();
    Path code = settings.resolve("Code/User");
    Path folder = environment.workingDirectory();
    add("Claude Desktop", settings.resolve("Claude/claude_desktop_config.json"));
    add("Claude Code", home.resolve(".claude.json"));
    add("Cursor", home.resolve(".cursor/mcp.json"));
    add("VS Code", code.resolve("mcp.json"));
    add("Windsurf", home.resolve(".codeium/windsurf/mcp_config.json"));
    add(
        "Cline",
        code.resolve("globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"));
    add(
        "Roo Code",
        code.resolve("globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"));
    add(
        "Zed",
        environment.isMac()
            ? home.resolve(".config/zed/settings.json")
            : settings.resolve(environment.isWindows() ? "Zed" : "zed").resolve("settings.json"));
    add("Gemini CLI", home.resolve(".gemini/settings.json"));
    add("Junie", home.resolve(".junie/mcp/mcp.json"));
    add("LM Studio", home.resolve(".lmstudio/mcp.json"));
    add("Amazon Q", home.resolve(".aws/amazonq/mcp.json"));
    add("GitHub Copilot CLI", home.resolve(".copilot/mcp-config.json"));
    add("Cursor, this folder", folder.resolve(".cursor/mcp.json"));
    add("VS Code, this folder", folder.resolve(".vscode/mcp.json"));
    add("Roo Code, this folder", folder.resolve(".roo/mcp.json"));
    add("Gemini CLI, this folder", folder.resolve(".gemini/settings.json"));
    add("Junie, this folder", folder.resolve(".junie/mcp/mcp.json"));
  }

  private void add(String program, Path file) {
    files.add(new EditorFile(program, file));
  }

  List<EditorFile> existing() {
    return files.stream().filter(it -> Files.isRegularFile(it.file())).toList();
  }

  /** Whether a file belongs to one of the programs, also by a link. */
  boolean contains(Path file) {
    return existing().stream().anyMatch(it -> isSame(it.file(), file));
  }

  private static boolean isSame(Path editorFile, Path file) {
    try {
      return Files.isSameFile(editorFile, file);
    } catch (IOException e) {
      return editorFile.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize());
    }
  }
}
