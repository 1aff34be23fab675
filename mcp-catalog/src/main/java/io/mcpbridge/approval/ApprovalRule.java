package io.mcpbridge.approval;

import io.mcpbridge.catalog.internal.names.ToolNameFormat;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.selection.ToolPattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which calls run, need approval or never run: those of certain tools, with certain arguments, for
 * certain users. All that a rule names must apply. Immutable.
 *
 * <pre>{@code
 * ApprovalRule.ask("shell__run").when("/command", ArgumentCondition.regex("rm|sudo"));
 * ApprovalRule.allow("files__write").when("/path", ArgumentCondition.below("/data"));
 * ApprovalRule.deny("*").forUsers("guest");
 * }</pre>
 *
 * <p>Names of tools have {@code *} and {@code ?} wildcards. Those of rules that ask or deny match
 * the tool's name on its server ({@code write}), the name that the model uses, and the name that it
 * has by default ({@code files__write}). A rule that allows matches by what the developer chose,
 * never by what a server chose to look like another one: {@code files__write} is only the tool
 * {@code write} of the server {@code files}, and {@code write} is that tool of any server.
 */
public final class ApprovalRule {

  private final ApprovalMode mode;
  private final ToolPattern tools;
  private final List<ArgumentRequirement> arguments;
  private final Set<String> users;
  private final Set<String> authorities;
  private final String setting;

  /** The names that are compared with the tool's name on its server. */
  private final Names onServer;

  /** The names that are compared with the name that has the server's prefix. */
  private final Names withPrefix;

  private final ToolPattern withoutNames;

  private ApprovalRule(
      ApprovalMode mode,
      ToolPattern tools,
      List<ArgumentRequirement> arguments,
      Set<String> users,
      Set<String> authorities,
      String setting) {
    this.mode = mode;
    this.tools = tools;
    this.arguments = arguments;
    this.users = users;
    this.authorities = authorities;
    this.setting = setting;
    boolean allows = mode == ApprovalMode.ALLOW;
    this.onServer = Names.of(tools, name -> !allows || !hasPrefix(name));
    this.withPrefix = Names.of(tools, name -> !allows || hasPrefix(name));
    this.withoutNames = new ToolPattern(List.of(), tools.servers(), tools.traits());
  }

  /** Names of tools; those without wildcards are found at once, since a policy may have many. */
  private record Names(Set<String> literals, List<Glob> patterns) {

    static Names of(ToolPattern tools, Predicate<Glob> filter) {
      List<Glob> names = tools.names().stream().filter(filter).toList();
      return new Names(
          names.stream()
              .filter(Glob::isLiteral)
              .map(Glob::pattern)
              .collect(Collectors.toUnmodifiableSet()),
          names.stream().filter(name -> !name.isLiteral()).toList());
    }

    boolean match(String name) {
      if (literals.contains(name)) {
        return true;
      }
      for (Glob pattern : patterns) {
        if (pattern.matches(name)) {
          return true;
        }
      }
      return false;
    }
  }

  /** The condition on the arguments at one place. */
  private record ArgumentRequirement(ArgumentPointer pointer, ArgumentCondition condition) {

    @Override
    public String toString() {
      return pointer + " " + condition;
    }
  }

  /** A rule for all calls of some tools. */
  public static ApprovalRule of(ApprovalMode mode, ToolPattern tools) {
    String setting = "approval." + mode.name().toLowerCase(Locale.ROOT);
    return new ApprovalRule(mode, tools, List.of(), Set.of(), Set.of(), setting);
  }

  /**
   * Calls of the tools of these names run without approval.
   *
   * @throws IllegalArgumentException if empty
   */
  public static ApprovalRule allow(String... names) {
    return of(ApprovalMode.ALLOW, ToolPattern.named(names));
  }

  /**
   * Calls of the tools of these names need approval.
   *
   * @throws IllegalArgumentException if empty
   */
  public static ApprovalRule ask(String... names) {
    return of(ApprovalMode.ASK, ToolPattern.named(names));
  }

  /**
   * Calls of the tools of these names never run.
   *
   * @throws IllegalArgumentException if empty
   */
  public static ApprovalRule deny(String... names) {
    return of(ApprovalMode.DENY, ToolPattern.named(names));
  }

  /**
   * Limits the rule to calls with such arguments. They are the ones that would be sent: repaired,
   * and with the {@linkplain io.mcpbridge.arguments.FixedArguments fixed} ones.
   *
   * @param pointer JSON Pointer (RFC 6901) into the arguments, such as {@code /path}; {@code *}
   *     stands for each element, as in {@code /files/*}. Then all elements must fit a rule that
   *     allows, and one is enough for a rule that asks or denies.
   * @throws IllegalArgumentException if the pointer is invalid
   */
  public ApprovalRule when(String pointer, ArgumentCondition condition) {
    List<ArgumentRequirement> all = new ArrayList<>(arguments);
    all.add(new ArgumentRequirement(ArgumentPointer.of(pointer), condition));
    return new ApprovalRule(mode, tools, List.copyOf(all), users, authorities, setting);
  }

  /**
   * Limits the rule to calls of these users, by the text of {@link ApprovalRequest#user}. A call
   * without a known user is undecided, as an argument can be.
   *
   * @throws IllegalArgumentException if empty, or if the rule is limited to users already
   */
  public ApprovalRule forUsers(String... names) {
    return new ApprovalRule(mode, tools, arguments, only(users, names), authorities, setting);
  }

  /**
   * Limits the rule to users with one of these authorities, such as {@code ROLE_ADMIN}. Which they
   * have says {@link ApprovalPolicy.Builder#authorities}; without it, the rule is undecided.
   *
   * @throws IllegalArgumentException if empty, or if the rule is limited to authorities already
   */
  public ApprovalRule forAuthorities(String... names) {
    return new ApprovalRule(mode, tools, arguments, users, only(authorities, names), setting);
  }

  private static Set<String> only(Set<String> present, String... names) {
    if (names.length == 0 || !present.isEmpty()) {
      throw new IllegalArgumentException(
          "a rule is limited once, to one or more users or authorities");
    }
    return new LinkedHashSet<>(Arrays.asList(names));
  }

  /**
   * Names the place where the developer finds the rule, such as a property, for messages about it.
   */
  public ApprovalRule withSetting(String name) {
    return new ApprovalRule(mode, tools, arguments, users, authorities, name);
  }

  /** Where the developer finds the rule; by default {@code approval.ask} or the like. */
  public String setting() {
    return setting;
  }

  /** What the rule does with the calls. */
  public ApprovalMode mode() {
    return mode;
  }

  /** The tools whose calls it is for. */
  public ToolPattern tools() {
    return tools;
  }

  /** Whether it is for all calls of its tools. */
  boolean isUnconditional() {
    return arguments.isEmpty() && users.isEmpty() && authorities.isEmpty();
  }

  /** Whether it depends on the arguments of the call. */
  boolean dependsOnArguments() {
    return !arguments.isEmpty();
  }

  /** The places of the arguments that it depends on. */
  List<ArgumentPointer> pointers() {
    return arguments.stream().map(ArgumentRequirement::pointer).distinct().toList();
  }

  /** Whether it may be for tools of this server. */
  boolean isForServer(String server) {
    List<Glob> patterns = servers();
    return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> pattern.matches(server));
  }

  /** Whether it decides about the call, as far as known. */
  boolean mayApply(RuledCall call) {
    return match(call) != Match.NO;
  }

  /** Whether it decides about the call; if that is unknown, it restricts but never allows. */
  boolean applies(RuledCall call) {
    Match match = match(call);
    return mode == ApprovalMode.ALLOW ? match == Match.YES : match != Match.NO;
  }

  private Match match(RuledCall call) {
    if (!isForTool(call)) {
      return Match.NO;
    }
    if (isUnconditional()) {
      return Match.YES;
    }
    Match match = users.isEmpty() ? Match.YES : call.isOfUser(users);
    if (match != Match.NO && !authorities.isEmpty()) {
      match = match.and(call.hasAuthority(authorities));
    }
    for (int i = 0; i < arguments.size() && match != Match.NO; i++) {
      ArgumentRequirement required = arguments.get(i);
      match = match.and(call.match(required.pointer, required.condition, mode));
    }
    return match;
  }

  /** Whether the rule applies for sure; one that restricts also applies if it is undecided. */
  boolean isCertain(RuledCall call) {
    return match(call) == Match.YES;
  }

  /** Whether it is for calls of this tool, with some arguments. */
  boolean isForTool(RuledCall call) {
    return (tools.names().isEmpty()
            || onServer.match(call.tool().name())
            || withPrefix.match(call.defaultName())
            || withPrefix.match(call.spelledOutName())
            || mode != ApprovalMode.ALLOW && onServer.match(call.modelName()))
        && withoutNames.matches(call.server(), call.tool());
  }

  /** Whether a name in this rule, which allows, has the prefix of its server. */
  private boolean hasPrefix(Glob name) {
    return tools.servers().isEmpty() && ToolNameFormat.isPrefixed(name.pattern());
  }

  /** Whether this rule, which has no conditions, matches each call that the other one matches. */
  boolean covers(ApprovalRule other) {
    return isUnconditional()
        && covers(tools.servers(), other.servers())
        && coversNames(other)
        && other.tools.traits().containsAll(tools.traits());
  }

  /** The servers whose tools it is for, also if they are prefixes of the names. */
  private List<Glob> servers() {
    return !tools.names().isEmpty() && tools.names().stream().allMatch(this::hasPrefix)
        ? tools.names().stream()
            .map(name -> name.pattern().split(ToolNameFormat.SEPARATOR, 2)[0])
            .filter(server -> !server.isEmpty())
            .map(Glob::new)
            .toList()
        : tools.servers();
  }

  private boolean coversNames(ApprovalRule other) {
    return tools.names().isEmpty()
        || !other.tools.names().isEmpty()
            && other.tools.names().stream().allMatch(name -> coversName(name, other));
  }

  private boolean coversName(Glob name, ApprovalRule other) {
    if (covers(tools.names(), List.of(name))) {
      return true;
    }
    String pattern = name.pattern();
    String tool = pattern.substring(pattern.indexOf(ToolNameFormat.SEPARATOR) + 2);
    return other.hasPrefix(name)
        && !tool.isEmpty()
        && covers(tools.names(), List.of(new Glob(tool)));
  }

  private static boolean covers(List<Glob> globs, List<Glob> others) {
    return globs.isEmpty()
        || !others.isEmpty()
            && others.stream()
                .allMatch(other -> globs.stream().anyMatch(glob -> glob.covers(other)));
  }

  /** In words, such as {@code ask shell__run when /command regex "rm|sudo"}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(mode.name().toLowerCase(Locale.ROOT));
    text.append(tools.names().isEmpty() ? " all tools" : " " + joined(tools.names()));
    append(text, " of ", tools.servers());
    append(
        text,
        " that are ",
        tools.traits().stream()
            .map(trait -> trait.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .toList());
    append(text, " for users ", users);
    append(text, " for authorities ", authorities);
    if (!arguments.isEmpty()) {
      text.append(" when ")
          .append(
              arguments.stream()
                  .map(ArgumentRequirement::toString)
                  .collect(Collectors.joining(" and ")));
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String title, Iterable<?> items) {
    String joined = joined(items);
    if (!joined.isEmpty()) {
      text.append(title).append(joined);
    }
  }

  private static String joined(Iterable<?> items) {
    List<String> texts = new ArrayList<>();
    for (@Nullable Object item : items) {
      texts.add(String.valueOf(item));
    }
    return String.join(", ", texts);
  }
}
