package io.mcpbridge.approval;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What another policy would do with recorded calls, made by {@link
 * io.mcpbridge.catalog.ToolCatalog#dryRunApproval}. Immutable.
 */
public final class ApprovalDryRun {

  private final List<Call> calls;
  private final List<String> skipped;

  private ApprovalDryRun(List<Call> calls, List<String> skipped) {
    this.calls =
        calls.stream().sorted(Comparator.comparing((Call call) -> !call.isChanged())).toList();
    this.skipped = List.copyOf(skipped);
  }

  static ApprovalDryRun of(
      ApprovalPolicy current,
      ApprovalPolicy other,
      Collection<CatalogTool> tools,
      Collection<String> unlisted,
      Predicate<CatalogTool> alwaysAllowed,
      Collection<String> lines) {
    List<Call> calls = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    int number = 0;
    for (String line : lines) {
      number++;
      try {
        Map<String, @Nullable Object> call = line.isBlank() ? null : recorded(line);
        if (call != null) {
          CatalogTool tool = tool(call, tools, unlisted);
          Map<String, @Nullable Object> arguments = object(call.get("arguments"));
          Object user = call.get("user");
          boolean isAlwaysAllowed = alwaysAllowed.test(tool);
          calls.add(
              new Call(
                  number,
                  tool,
                  current.explain(tool, arguments, user, isAlwaysAllowed),
                  other.explain(tool, arguments, user, isAlwaysAllowed)));
        }
      } catch (JsonException e) {
        skipped.add("line " + number + ": not a JSON object, or cut");
      } catch (IllegalArgumentException e) {
        skipped.add("line " + number + ": " + e.getMessage());
      }
    }
    return new ApprovalDryRun(calls, skipped);
  }

  /** The call of a line; {@code null} if it is another record of a trace. */
  private static @Nullable Map<String, @Nullable Object> recorded(String line) {
    Map<String, @Nullable Object> recorded = Json.readObject(line);
    if (!recorded.containsKey("direction")) {
      return recorded;
    }
    if (!"sent".equals(recorded.get("direction")) || !"tools/call".equals(recorded.get("method"))) {
      return null;
    }
    if (!(recorded.get("body") instanceof String body)) {
      throw new IllegalArgumentException("a call without its message (trace: bodies)");
    }
    Map<String, @Nullable Object> call = new HashMap<>(object(Json.readObject(body).get("params")));
    if (call.containsKey("inputResponses") || call.containsKey("requestState")) {
      return null; // the same call again, with the answers (2026-07-28)
    }
    call.put("server", recorded.get("server"));
    call.put("tool", call.get("name"));
    call.remove("user");
    return call;
  }

  private static CatalogTool tool(
      Map<String, @Nullable Object> call,
      Collection<CatalogTool> tools,
      Collection<String> unlisted) {
    Object server = call.get("server");
    Object name = call.get("tool");
    if (server instanceof String text && unlisted.contains(text)) {
      throw new IllegalArgumentException(
          "the server %1$s has not listed its tools yet: awaitReady(%1$s, ...) waits for them"
              .formatted(Json.write(server)));
    }
    return tools.stream()
        .filter(tool -> tool.server().equals(server))
        .filter(tool -> tool.name().equals(name) || tool.modelName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the server " + Json.write(server) + " lists no tool " + Json.write(name)));
  }

  @SuppressWarnings("unchecked") // what the reader makes of an object
  private static Map<String, @Nullable Object> object(@Nullable Object value) {
    if (value != null && !(value instanceof Map)) {
      throw new IllegalArgumentException("the arguments are no object");
    }
    return value == null ? Map.of() : (Map<String, @Nullable Object>) value;
  }

  /** The calls: those whose decision changes first, otherwise in the order of the lines. */
  public List<Call> calls() {
    return calls;
  }

  /** How many calls the current policy decides as {@code before} and the other as {@code after}. */
  public long count(ApprovalMode before, ApprovalMode after) {
    return calls.stream()
        .filter(call -> call.before().mode() == before && call.after().mode() == after)
        .count();
  }

  /** The lines that could not be checked, each with its number and the reason. */
  public List<String> skipped() {
    return skipped;
  }

  /** The numbers, then one line for each call whose decision changes and each skipped line. */
  @Override
  public String toString() {
    Map<String, Integer> changes = new TreeMap<>();
    StringBuilder lines = new StringBuilder();
    for (Call call : calls) {
      if (call.isChanged()) {
        changes.merge(call.before().mode() + " to " + call.after().mode(), 1, Integer::sum);
        lines.append('\n').append(call);
      }
    }
    skipped.forEach(line -> lines.append("\nskipped ").append(line));
    return calls.size() + " calls, changed: " + (changes.isEmpty() ? "none" : changes) + lines;
  }

  /** A recorded call, as both policies decide about it. Immutable. */
  public static final class Call {

    private final int line;
    private final CatalogTool tool;
    private final ApprovalExplanation before;
    private final ApprovalExplanation after;

    private Call(
        int line, CatalogTool tool, ApprovalExplanation before, ApprovalExplanation after) {
      this.line = line;
      this.tool = tool;
      this.before = before;
      this.after = after;
    }

    /** The number of its line, from 1. */
    public int line() {
      return line;
    }

    /** The tool, as it is listed now. */
    public CatalogTool tool() {
      return tool;
    }

    /** What the current policy does. */
    public ApprovalExplanation before() {
      return before;
    }

    /** What the other policy would do. */
    public ApprovalExplanation after() {
      return after;
    }

    /** Whether the call runs, needs approval or is denied by one policy and not by the other. */
    public boolean isChanged() {
      return before.mode() != after.mode();
    }

    /** In one line, without the arguments. */
    @Override
    public String toString() {
      return "line " + line + ", " + tool.modelName() + ": " + before + " -> " + after;
    }
  }
}
