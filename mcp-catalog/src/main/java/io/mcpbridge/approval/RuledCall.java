package io.mcpbridge.approval;

import io.mcpbridge.catalog.internal.names.ToolNameFormat;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.model.Tool;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call as rules see it. What is not known yet is undecided. */
final class RuledCall {

  /** By all regular expressions together; a few milliseconds. Harmless ones read a text twice. */
  private static final int MAX_CHARACTER_READS = 1_000_000;

  private final CatalogTool tool;
  private final @Nullable Map<String, @Nullable Object> arguments;
  private final @Nullable Object user;
  private final @Nullable Function<Object, ? extends @Nullable Collection<String>> authorities;
  private @Nullable String defaultName;
  private @Nullable String spelledOutName;
  private int remainingReads = MAX_CHARACTER_READS;
  private boolean allows;

  /**
   * @param arguments {@code null} before there is a call
   * @param user {@code null} if unknown
   * @param authorities of the user; {@code null} if they cannot be known
   */
  RuledCall(
      CatalogTool tool,
      @Nullable Map<String, @Nullable Object> arguments,
      @Nullable Object user,
      @Nullable Function<Object, ? extends @Nullable Collection<String>> authorities) {
    this.tool = tool;
    this.arguments = arguments;
    this.user = user;
    this.authorities = authorities;
  }

  String server() {
    return tool.server();
  }

  Tool tool() {
    return tool.listed();
  }

  String modelName() {
    return tool.modelName();
  }

  /** The name that the tool has for models unless the application chooses another one. */
  String defaultName() {
    if (defaultName == null) {
      defaultName = ToolNameFormat.modelName(tool.server(), tool.name());
    }
    return defaultName;
  }

  /** The same where a provider would not accept it: {@code files__take.note}. */
  String spelledOutName() {
    if (spelledOutName == null) {
      spelledOutName = ToolNameFormat.spelledOut(tool.server(), tool.name());
    }
    return spelledOutName;
  }

  Match isOfUser(Set<String> users) {
    if (user instanceof Collection<?> several) { // of several providers, such as user and tenant
      return Match.of(several.stream().anyMatch(name -> users.contains(String.valueOf(name))));
    }
    return user == null ? Match.UNKNOWN : Match.of(users.contains(user.toString()));
  }

  Match hasAuthority(Set<String> required) {
    Collection<String> granted =
        authorities == null || user == null ? null : authorities.apply(user);
    return granted == null
        ? Match.UNKNOWN
        : Match.of(granted.stream().anyMatch(required::contains));
  }

  /**
   * Whether the arguments at this place meet the condition.
   *
   * @param mode of the rule
   */
  Match match(ArgumentPointer pointer, ArgumentCondition condition, ApprovalMode mode) {
    if (arguments == null) {
      return Match.UNKNOWN;
    }
    allows = mode == ApprovalMode.ALLOW;
    return condition.match(pointer.select(arguments), this);
  }

  /** Whether the rule that is tried at the moment allows calls. */
  boolean allows() {
    return allows;
  }

  /** How many characters regular expressions may still read in this call. */
  int remainingReads() {
    return remainingReads;
  }

  void read(int characters) {
    remainingReads = Math.max(0, remainingReads - characters);
  }
}
