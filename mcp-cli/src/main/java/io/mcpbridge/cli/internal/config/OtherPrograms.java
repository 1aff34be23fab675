package io.mcpbridge.cli.internal.config;

import java.io.IOException;
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
          ".zed");

  /** Editors whose settings are in this folder of theirs. */
  private static final String USER = "User";

  private static final Set<String> EDITORS =
      Set.of("Code", "Code - Insiders", "Cursor", "VSCodium", "Windsurf");

  private OtherPrograms() {}

  /** Whether a file is one of them, or links to one. */
  static boolean isFile(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    try {
      return isPlace(absolute) || isPlace(file.toRealPath());
    } catch (IOException e) { // there is no such file, which its reader reports
      return isPlace(absolute);
    }
  }

  private static boolean isPlace(Path absolute) {
    if (FILES.contains(String.valueOf(absolute.getFileName()))) {
      return true;
    }
    int names = absolute.getNameCount();
    for (int i = Math.max(0, names - 5); i < names - 1; i++) { // Code/User/profiles/x/mcp.json
      String folder = absolute.getName(i).toString();
      boolean isOfEditor =
          EDITORS.contains(folder) && absolute.getName(i + 1).toString().equals(USER);
      if (isOfEditor || FOLDERS.contains(folder)) {
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
            && !home.equals(folder.getParent());
    return isInFolder || absolute.endsWith(".mcp.json");
  }
}
