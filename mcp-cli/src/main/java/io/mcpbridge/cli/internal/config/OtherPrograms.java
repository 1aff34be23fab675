package io.mcpbridge.cli.internal.config;

import java.nio.file.Path;
import java.util.Set;

/** Recognizes the files in which other programs keep their servers. */
final class OtherPrograms {

  private static final Set<String> FILES =
      Set.of(
          ".claude.json",
          ".mcp.json",
          "claude_desktop_config.json",
          "cline_mcp_settings.json",
          "mcp-config.json",
          "mcp_config.json",
          "mcp_settings.json",
          "opencode.json");

  private static final Set<String> FOLDERS =
      Set.of(
          ".aws",
          ".claude",
          ".codeium",
          ".continue",
          ".copilot",
          ".cursor",
          ".gemini",
          ".idea",
          ".junie",
          ".kiro",
          ".roo",
          ".vscode",
          ".windsurf",
          ".zed",
          "Claude",
          "Code",
          "Cursor",
          "zed");

  private OtherPrograms() {}

  static boolean isFile(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    if (FILES.contains(String.valueOf(absolute.getFileName()))) {
      return true;
    }
    int names = absolute.getNameCount();
    for (int i = Math.max(0, names - 4); i < names - 1; i++) { // Code/User/profiles/x/mcp.json
      if (FOLDERS.contains(absolute.getName(i).toString())) {
        return true;
      }
    }
    return false;
  }

  /** Whether it is one of a project, whose commands run in the folder of the project. */
  static boolean isProjectFile(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    Path home = Path.of(System.getProperty("user.home"));
    boolean isInFolder =
        folder != null
            && FOLDERS.contains(String.valueOf(folder.getFileName()))
            && String.valueOf(folder.getFileName()).startsWith(".")
            && !home.equals(folder.getParent());
    return isInFolder || absolute.endsWith(".mcp.json");
  }
}
