package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.approval.ArgumentCondition;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.boot.McpClientProperties.Rule;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** Reads one of {@code approval.rules}. */
final class CallRule {

  private CallRule() {}

  /**
   * @throws IllegalArgumentException if the rule is incomplete or contradictory
   */
  static ApprovalRule of(Rule properties) {
    ApprovalRule rule = forAllCalls(properties);
    if (properties.users() != null) {
      rule = rule.forUsers(names("users", properties.users()));
    }
    if (properties.authorities() != null) {
      rule = rule.forAuthorities(names("authorities", properties.authorities()));
    }
    for (Map.Entry<String, Map<String, Object>> argument : properties.when().entrySet()) {
      String pointer = argument.getKey();
      if (!pointer.startsWith("/")) { // Spring Boot drops the slashes of a key without brackets
        throw new IllegalArgumentException(
            "when."
                + pointer
                + " is not a JSON pointer in brackets, such as when[/path], or \"[/path]\" in YAML");
      }
      if (argument.getValue().isEmpty()) {
        throw new IllegalArgumentException("when[" + pointer + "] has no condition");
      }
      for (Map.Entry<String, Object> condition : argument.getValue().entrySet()) {
        rule = rule.when(pointer, condition(pointer, condition.getKey(), condition.getValue()));
      }
    }
    return rule;
  }

  private static ApprovalRule forAllCalls(Rule properties) {
    Map<ApprovalMode, List<String>> tools = new EnumMap<>(ApprovalMode.class);
    putIfPresent(tools, ApprovalMode.DENY, properties.deny());
    putIfPresent(tools, ApprovalMode.ASK, properties.ask());
    putIfPresent(tools, ApprovalMode.ALLOW, properties.allow());
    if (tools.size() != 1) {
      throw new IllegalArgumentException(
          "a rule has one of deny, ask and allow, with names of tools or '*'");
    }
    Map.Entry<ApprovalMode, List<String>> rule = tools.entrySet().iterator().next();
    ApprovalMode mode = rule.getKey();
    String[] names = names(mode.name().toLowerCase(Locale.ROOT), rule.getValue());
    ToolPattern pattern = ToolPattern.named(names);
    if (properties.traits() != null) {
      for (ToolTrait trait : properties.traits()) {
        pattern = pattern.with(trait);
      }
    }
    return ApprovalRule.of(mode, pattern);
  }

  private static void putIfPresent(
      Map<ApprovalMode, List<String>> tools, ApprovalMode mode, @Nullable List<String> names) {
    if (names != null) {
      tools.put(mode, names);
    }
  }

  /** An empty list, perhaps of an empty variable, must not stand for everybody or everything. */
  private static String[] names(String property, List<String> names) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException(property + " is empty");
    }
    return names.toArray(String[]::new);
  }

  private static ArgumentCondition condition(String pointer, String name, Object value) {
    try {
      return switch (name) {
        case "equals" -> ArgumentCondition.equalTo(value);
        case "in" -> ArgumentCondition.in(elements(value));
        case "glob" -> ArgumentCondition.glob(value.toString());
        case "regex" -> ArgumentCondition.regex(value.toString());
        case "starts-with", "startsWith" -> ArgumentCondition.startsWith(value.toString());
        case "below" -> ArgumentCondition.below(value.toString());
        case "minimum" -> ArgumentCondition.minimum(new BigDecimal(value.toString()));
        case "maximum" -> ArgumentCondition.maximum(new BigDecimal(value.toString()));
        case "present" -> present(value.toString());
        default ->
            throw new IllegalArgumentException(
                "is unknown; the conditions are equals, in, glob, regex, starts-with, below, minimum,"
                    + " maximum and present");
      };
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("when[" + pointer + "]." + name + " is not a number", e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "when[" + pointer + "]." + name + ": " + e.getMessage(), e);
    }
  }

  /** A list of properties is a map from index to element, or a text with commas. */
  private static Collection<?> elements(Object value) {
    return value instanceof Map<?, ?> byIndex
        ? byIndex.values()
        : value instanceof Collection<?> list
            ? list
            : StringUtils.commaDelimitedListToSet(value.toString());
  }

  private static ArgumentCondition present(String value) {
    return switch (value) {
      case "true" -> ArgumentCondition.present();
      case "false" -> ArgumentCondition.absent();
      default -> throw new IllegalArgumentException("is neither true nor false");
    };
  }
}
