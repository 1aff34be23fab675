package io.mcpbridge.config;

import io.mcpbridge.catalog.internal.resilience.LongTimeoutWarning;
import io.mcpbridge.config.internal.entry.Durations;
import io.mcpbridge.config.internal.entry.EntryFields;
import io.mcpbridge.config.internal.entry.EntryFields.Field;
import io.mcpbridge.config.internal.entry.EntryPolicy;
import io.mcpbridge.config.internal.entry.EntrySettings;
import io.mcpbridge.config.internal.entry.EntryTarget;
import io.mcpbridge.config.internal.entry.Variables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts one entry to settings, or reports why it is unusable. */
final class EntryReader {

  private final EntryFields fields;
  private final EntryProblems problems;
  private final EntryValues values;
  private final boolean replacesBridges;
  private @Nullable Path envFile;
  private @Nullable EntryPolicy policy;

  /**
   * @param replacesBridges whether to connect directly to the server of {@code mcp-remote}
   */
  EntryReader(EntryFields fields, EntryProblems problems, boolean replacesBridges) {
    this.replacesBridges = replacesBridges;
    this.fields = fields;
    this.problems = problems;
    this.values = new EntryValues(fields, problems);
  }

  /**
   * Reads the entry's settings. Everything that does not depend on variables is read first.
   *
   * @param folder base of relative paths
   * @param directory default working directory of commands; {@code null} for the application's
   * @return {@code null} if the entry is unusable, after reporting why
   */
  @Nullable EntrySettings read(Variables variables, Path folder, @Nullable Path directory) {
    warnOfIgnoredAliases();
    EntryPolicy entryPolicy =
        new EntryPolicy(
            timeout(),
            values.names(Field.AUTO_APPROVE),
            values.allNames(Field.DISABLED_TOOLS),
            allowedTools(),
            allowsNoTools());
    boolean isValid = !problems.hasErrors();
    TargetReader targets = new TargetReader(fields, problems, variables, folder, replacesBridges);
    EntryTarget target = targets.read(directory);
    envFile = targets.envFile();
    entryPolicy = entryPolicy.withDisabledTools(targets.ignoredTools());
    policy = isValid ? entryPolicy : null;
    List<Path> watched = new ArrayList<>(values.paths(Field.WATCH_PATHS, variables, folder));
    watched.addAll(targets.builtScripts());
    EntrySettings settings =
        target == null ? null : new EntrySettings(target, entryPolicy, List.copyOf(watched));
    return problems.hasErrors() ? null : settings;
  }

  /** The options that do not depend on the address; {@code null} if they are invalid. */
  @Nullable EntryPolicy policy() {
    return policy;
  }

  /** The {@code envFile} that was read or is missing. */
  @Nullable Path envFile() {
    return envFile;
  }

  private @Nullable Duration timeout() {
    Object value = fields.get(Field.TIMEOUT);
    if (value == null) {
      return null;
    }
    Duration timeout = Durations.of(value);
    if (timeout == null) {
      problems.warning(
          fields.path(Field.TIMEOUT),
          "`timeout` is not a duration, so the default is used; write seconds as a number, or"
              + " a string such as \"30s\"");
    } else if (Durations.isPlainNumber(value) && LongTimeoutWarning.isLong(timeout)) {
      problems.warning(
          fields.path(Field.TIMEOUT), "`timeout` " + LongTimeoutWarning.warning(timeout));
    }
    return timeout;
  }

  /**
   * Reports ignored aliases: the first alias of a field counts, except for disabled tools, which
   * are combined.
   */
  private void warnOfIgnoredAliases() {
    for (Field field : Field.values()) {
      if (field == Field.TYPE || field == Field.DISABLED_TOOLS) {
        continue; // clients name types differently; disabled tools are combined
      }
      for (List<String> path : fields.paths(field)) {
        if (!Objects.equals(fields.get(path), fields.get(field))) {
          problems.warning(
              path,
              "`"
                  + String.join(".", path)
                  + "` is ignored, because `"
                  + fields.nameOf(field)
                  + "` has the same meaning and another value; remove one of them");
        }
      }
    }
  }

  private boolean allowsNoTools() {
    boolean isEmpty =
        fields.get(Field.ALLOWED_TOOLS) instanceof List<?> allowed && allowed.isEmpty();
    if (isEmpty) {
      problems.warning(
          fields.path(Field.ALLOWED_TOOLS),
          "`"
              + fields.nameOf(Field.ALLOWED_TOOLS)
              + "` is an empty list, so no tool is offered; remove it to offer all tools");
    }
    return isEmpty;
  }

  private List<String> allowedTools() {
    if (fields.get(Field.ALLOWED_TOOLS) instanceof Map) {
      problems.warning(
          fields.path(Field.ALLOWED_TOOLS), "`tools` is ignored: this file cannot transform tools");
      return List.of();
    }
    List<String> allowed = values.names(Field.ALLOWED_TOOLS);
    return allowed.contains("*") ? List.of() : allowed;
  }
}
