package io.mcpbridge.config.internal.entry;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${...}} in the values of an entry: {@code VAR}, {@code VAR:-default} and {@code
 * env:VAR} from the environment, {@code input:id} from the {@link io.mcpbridge.config.InputPrompt},
 * and the folder variables of VS Code and Cursor. Reports what cannot be replaced and never leaves
 * a placeholder, which could be sent to a server as its key. Replaced values are not expanded
 * again.
 */
public final class Variables {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");
  private static final Pattern NAME =
      Pattern.compile("(?:env:)?([A-Za-z_][A-Za-z0-9_.()-]*?)(?::-(.*))?", Pattern.DOTALL);
  private static final String INPUT = "input:";

  private final Function<String, @Nullable String> environment;
  private final Path workspaceFolder;
  private final Function<String, @Nullable String> inputs;

  /**
   * @param inputs the answers by id
   */
  public Variables(
      Function<String, @Nullable String> environment,
      Path workspaceFolder,
      Function<String, @Nullable String> inputs) {
    this.environment = environment;
    this.workspaceFolder = workspaceFolder;
    this.inputs = inputs;
  }

  /** A copy in which an entry's own environment takes precedence. */
  public Variables withOverrides(Map<String, String> overrides) {
    return new Variables(
        name -> overrides.containsKey(name) ? overrides.get(name) : environment.apply(name),
        workspaceFolder,
        inputs);
  }

  /**
   * Replaces all variables in the text.
   *
   * @param problems receives messages about what could not be replaced, without values
   */
  public String expand(String text, Consumer<String> problems) {
    Matcher matcher = VARIABLE.matcher(text);
    StringBuilder expanded = new StringBuilder();
    while (matcher.find()) {
      String value = value(matcher.group(1), problems);
      matcher.appendReplacement(expanded, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(expanded).toString();
  }

  private String value(String variable, Consumer<String> problems) {
    String builtIn = builtIn(variable);
    if (builtIn != null) {
      return builtIn;
    }
    if (variable.startsWith(INPUT)) {
      return input(variable.substring(INPUT.length()), problems);
    }
    Matcher matcher = NAME.matcher(variable);
    if (!matcher.matches()) {
      String kind = variable.replaceFirst("[^A-Za-z].*", "");
      problems.accept(
          "${"
              + kind
              + (kind.equals(variable) ? "" : "...")
              + "} is not a known variable; supported are ${VAR}, ${VAR:-default},"
              + " ${env:VAR}, ${input:id}, ${workspaceFolder} and ${userHome}");
      return "";
    }
    String value;
    try {
      value = environment.apply(matcher.group(1));
    } catch (RuntimeException e) { // whose message may hold the value
      problems.accept(
          "the variable "
              + matcher.group(1)
              + " cannot be read ("
              + e.getClass().getSimpleName()
              + "); correct its value in the environment of this application");
      return "";
    }
    String otherwise = matcher.group(2);
    if (otherwise != null && (value == null || value.isEmpty())) {
      return otherwise;
    }
    if (value == null) {
      problems.accept(
          "the variable "
              + matcher.group(1)
              + " is not set; set it in the environment of this application, or give a default as"
              + " in ${"
              + matcher.group(1)
              + ":-default}");
      return "";
    }
    return value;
  }

  private String input(String id, Consumer<String> problems) {
    String answer = inputs.apply(id);
    if (answer == null) {
      problems.accept(
          "there is no value for the input \""
              + id
              + "\"; the application has to ask for it, or write a variable such as ${NAME} in its"
              + " place");
      return "";
    }
    return answer;
  }

  private @Nullable String builtIn(String variable) {
    return switch (variable) {
      case "workspaceFolder" -> workspaceFolder.toString();
      case "workspaceFolderBasename" -> String.valueOf(workspaceFolder.getFileName());
      case "userHome" -> System.getProperty("user.home");
      case "pathSeparator", "/" -> File.separator;
      default -> null;
    };
  }
}
