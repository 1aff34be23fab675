package io.mcpbridge.samples.model;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code use <tool> {json}}: an explicit call, without matching. */
final class ExplicitCall {

  private static final Pattern FORM =
      Pattern.compile(
          "use\\s+([A-Za-z0-9_-]+)\\s*(\\{.*\\S)?[\\s.!]*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private ExplicitCall() {}

  /** Empty if the part does not have this form. */
  static Optional<Step> parse(String part, List<OfferedTool> tools) {
    Matcher form = FORM.matcher(part);
    if (!form.matches()) {
      return Optional.empty();
    }
    String name = form.group(1);
    Optional<String> json = Optional.ofNullable(form.group(2)).map(ExplicitCall::withoutFullStop);
    List<OfferedTool> named = named(name, tools);
    if (named.size() == 1) {
      return Optional.of(call(named.get(0), json.orElse("{}")));
    }
    if (json.isEmpty() && named.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Step.Unclear(
            named.isEmpty()
                ? "no tool named '" + name + "' was offered."
                : "several offered tools are named '" + name + "': " + names(named) + "."));
  }

  private static String withoutFullStop(String json) {
    int end = json.lastIndexOf('}');
    return end >= 0 && json.substring(end + 1).matches("[\\s.!]*")
        ? json.substring(0, end + 1)
        : json;
  }

  private static List<OfferedTool> named(String name, List<OfferedTool> tools) {
    List<OfferedTool> exact = tools.stream().filter(tool -> tool.name().equals(name)).toList();
    return exact.isEmpty()
        ? tools.stream().filter(tool -> tool.name().endsWith("__" + name)).toList()
        : exact;
  }

  private static String names(List<OfferedTool> tools) {
    return tools.stream().map(OfferedTool::name).collect(Collectors.joining(", "));
  }

  private static Step call(OfferedTool tool, String json) {
    try {
      if (JsonText.read(json).isObject()) {
        return new Step.Call(tool.name(), json);
      }
      return new Step.Unclear("the arguments for " + tool.name() + " are not a JSON object.");
    } catch (InvalidRequestException e) {
      return new Step.Unclear(
          "the arguments for " + tool.name() + " could not be read. " + e.getMessage());
    }
  }
}
