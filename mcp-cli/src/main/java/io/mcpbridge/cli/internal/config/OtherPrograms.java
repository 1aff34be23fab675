package io.mcpbridge.cli.internal.config;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files in which editors and other programs keep their servers. Immutable. */
public final class OtherPrograms {

  private enum Base {
    HOME,
    SETTINGS,
    PROJECT
  }

  private record Location(String program, Base base, String path) {

    boolean hasSpecificName() {
      return !GENERAL_NAMES.contains(String.valueOf(Path.of(path).getFileName()));
    }

    /** The hidden folder that it is in; {@code null} if there is none. */
    @Nullable String folder() {
      Path relative = Path.of(path);
      String first = relative.getName(0).toString();
      boolean isHidden = relative.getNameCount() > 1 && first.startsWith(".");
      return isHidden && !first.equals(".config") ? first : null;
    }
  }

  /** Names of files that tell no program. */
  private static final Set<String> GENERAL_NAMES = Set.of("mcp.json", "settings.json");

  private static final String CLAUDE_CODE = "Claude Code";

  private static final List<Location> LOCATIONS =
      List.of(
          new Location("Claude Desktop", Base.SETTINGS, "Claude/claude_desktop_config.json"),
          new Location(CLAUDE_CODE, Base.HOME, ".claude.json"),
          new Location("Cursor", Base.HOME, ".cursor/mcp.json"),
          new Location("VS Code", Base.SETTINGS, "Code/User/mcp.json"),
          new Location("Windsurf", Base.HOME, ".codeium/windsurf/mcp_config.json"),
          new Location(
              "Cline",
              Base.SETTINGS,
              "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
          new Location(
              "Roo Code",
              Base.SETTINGS,
              "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
          new Location("Zed", Base.SETTINGS, "zed/settings.json"),
          new Location("Zed", Base.HOME, ".config/zed/settings.json"), // also on macOS
          new Location("Gemini CLI", Base.HOME, ".gemini/settings.json"),
          new Location("Junie", Base.HOME, ".junie/mcp/mcp.json"),
          new Location("Kiro", Base.HOME, ".kiro/settings/mcp.json"),
          new Location("LM Studio", Base.HOME, ".lmstudio/mcp.json"),
          new Location("Amazon Q", Base.HOME, ".aws/amazonq/mcp.json"),
          new Location("GitHub Copilot CLI", Base.HOME, ".copilot/mcp-config.json"),
          new Location("Claude Code, this folder", Base.PROJECT, ".mcp.json"),
          new Location("Cursor, this folder", Base.PROJECT, ".cursor/mcp.json"),
          new Location("VS Code, this folder", Base.PROJECT, ".vscode/mcp.json"),
          new Location("Roo Code, this folder", Base.PROJECT, ".roo/mcp.json"),
          new Location("Gemini CLI, this folder", Base.PROJECT, ".gemini/settings.json"),
          new Location("Junie, this folder", Base.PROJECT, ".junie/mcp/mcp.json"),
          new Location("Kiro, this folder", Base.PROJECT, ".kiro/settings/mcp.json"));

  /** Names by which a file is recognized in any folder. */
  private static final Set<String> FILES =
      Stream.concat(
              Stream.of("opencode.json"),
              LOCATIONS.stream()
                  .filter(Location::hasSpecificName)
                  .map(location -> String.valueOf(Path.of(location.path()).getFileName())))
          .collect(Collectors.toUnmodifiableSet());

  /** Folders by which their files are recognized. */
  private static final Set<String> FOLDERS =
      Stream.concat(
              Stream.of(".claude", ".continue", ".idea", ".windsurf", ".zed"),
              LOCATIONS.stream().flatMap(location -> Stream.ofNullable(location.folder())))
          .collect(Collectors.toUnmodifiableSet());

  /** Editors whose settings are in this folder of theirs. */
  private static final String USER = "User";

  private static final Set<String> EDITORS =
      Set.of("Code", "Code - Insiders", "Cursor", "VSCodium", "Windsurf");

  private final List<ProgramFile> files;

  /**
   * The programs of a user.
   *
   * @param home the home directory
   * @param settings where programs keep a user's settings
   * @param project the working directory
   */
  public OtherPrograms(Path home, Path settings, Path project) {
    List<ProgramFile> located = new ArrayList<>();
    for (Location location : LOCATIONS) {
      Path folder =
          switch (location.base()) {
            case HOME -> home;
            case SETTINGS -> settings;
            case PROJECT -> project;
          };
      Path file = folder.resolve(location.path());
      if (located.stream().noneMatch(earlier -> earlier.file().equals(file))) {
        located.add(new ProgramFile(location.program(), file, null));
      }
    }
    this.files = List.copyOf(located);
  }

  /**
   * Servers of a program.
   *
   * @param program its name; with the project if they are those of one
   * @param text an {@code mcpServers} file in place of the content; {@code null} for the content
   */
  public record ProgramFile(String program, Path file, @Nullable String text) {}

  /** The files that exist; that of Claude Code once for itself and once for each project. */
  public List<ProgramFile> existing() {
    List<ProgramFile> existing = new ArrayList<>();
    for (ProgramFile file : files) {
      if (Files.isRegularFile(file.file())) {
        existing.add(file);
        if (file.program().equals(CLAUDE_CODE)) {
          existing.addAll(projects(file.file()));
        }
      }
    }
    return existing;
  }

  private static List<ProgramFile> projects(Path file) {
    List<ProgramFile> projects = new ArrayList<>();
    try {
      JsonObject listed = JsonObject.of(Json.readObject(Files.readString(file))).object("projects");
      if (listed == null) {
        return projects;
      }
      for (String folder : listed.toMap().keySet()) {
        JsonObject project = listed.object(folder);
        JsonObject servers = project == null ? null : project.object("mcpServers");
        if (servers != null && !servers.toMap().isEmpty()) {
          String text = Json.write(Map.of("mcpServers", servers.toMap()));
          projects.add(new ProgramFile(CLAUDE_CODE + ", " + folder, file, text));
        }
      }
    } catch (IOException | JsonException e) {
      // the reader of the file reports it
    }
    return projects;
  }

  /** Whether a file belongs to one of the programs, also by a link. */
  public boolean contains(Path file) {
    return isFile(file)
        || files.stream()
            .filter(it -> Files.isRegularFile(it.file()))
            .anyMatch(it -> isSame(it.file(), file));
  }

  private static boolean isSame(Path programFile, Path file) {
    try {
      return Files.isSameFile(programFile, file);
    } catch (IOException e) {
      return programFile.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize());
    }
  }

  /** Whether a file is one of them by its name, or links to one. */
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
