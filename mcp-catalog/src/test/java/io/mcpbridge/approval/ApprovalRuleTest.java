package io.mcpbridge.approval;

import static io.mcpbridge.approval.ApprovalMode.ALLOW;
import static io.mcpbridge.approval.ApprovalMode.ASK;
import static io.mcpbridge.approval.ApprovalMode.DENY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.Visibility;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rule decides about a call. */
class ApprovalRuleTest {

  private static final CatalogTool WRITE = tool("files", "write");

  private static CatalogTool tool(String server, String name) {
    Tool tool =
        new Tool(
            name, null, null, Map.of(), null, ToolAnnotations.none(), List.of(), null, Map.of());
    return new CatalogTool(server + "__" + name, server, tool, tool, Visibility.OFFERED);
  }

  private static ApprovalPolicy policy(ApprovalMode otherwise, ApprovalRule... rules) {
    ApprovalPolicy.Builder policy =
        ApprovalPolicy.builder().otherwise(otherwise).handler(request -> ApprovalDecision.deny());
    for (ApprovalRule rule : rules) {
      policy.rule(rule);
    }
    return policy.build();
  }

  private static ApprovalMode mode(ApprovalPolicy policy, CatalogTool tool, String arguments) {
    return policy.explain(tool, Json.readObject(arguments), "ada").mode();
  }

  /** What a rule with this condition on {@code /a} does: allow, restrict, both or neither. */
  private static String effect(ArgumentCondition condition, String arguments) {
    return effect("/a", condition, arguments);
  }

  private static String effect(String pointer, ArgumentCondition condition, String arguments) {
    boolean allows =
        mode(policy(ASK, ApprovalRule.allow("write").when(pointer, condition)), WRITE, arguments)
            == ALLOW;
    boolean denies =
        mode(policy(ALLOW, ApprovalRule.deny("write").when(pointer, condition)), WRITE, arguments)
            == DENY;
    assertThat(
            mode(
                    policy(ALLOW, ApprovalRule.ask("write").when(pointer, condition)),
                    WRITE,
                    arguments)
                == ASK)
        .as("a rule that asks does as one that denies")
        .isEqualTo(denies);
    return allows ? denies ? "yes" : "allows only" : denies ? "undecided" : "no";
  }

  @Test
  void denyComesBeforeAskAndAskBeforeAllow() {
    ApprovalRule allow = ApprovalRule.allow("w*").when("/a", ArgumentCondition.present());
    ApprovalRule ask = ApprovalRule.ask("wr*").when("/b", ArgumentCondition.present());
    ApprovalRule deny = ApprovalRule.deny("write").when("/c", ArgumentCondition.present());
    ApprovalPolicy policy = policy(DENY, allow, ask, deny);

    assertThat(policy.rules()).containsExactly(deny, ask, allow);
    assertThat(mode(policy, WRITE, "{\"a\":1,\"b\":1,\"c\":1}")).isEqualTo(DENY);
    assertThat(mode(policy, WRITE, "{\"a\":1,\"b\":1}")).isEqualTo(ASK);
    assertThat(mode(policy, WRITE, "{\"a\":1}")).isEqualTo(ALLOW);
    assertThat(mode(policy, WRITE, "{}")).isEqualTo(DENY);
  }

  @Test
  void explanationNamesDecidingRuleAndThoseTriedBefore() {
    ApprovalPolicy policy =
        policy(
            ALLOW,
            ApprovalRule.deny("drop_*"),
            ApprovalRule.ask("files__write", "copy")
                .when("/path", ArgumentCondition.below("/etc"))
                .forUsers("ada"));

    ApprovalExplanation explanation = policy.explain(WRITE, Map.of("path", "/etc/hosts"), "ada");

    assertThat(explanation)
        .hasToString(
            "ask, by the rule: ask files__write, copy for users ada when /path below \"/etc\"");
    assertThat(policy.explain(WRITE, Map.of("path", "a"), "ada").reason())
        .endsWith("when /path below \"/etc\" (undecided, so it applies)");
    assertThat(policy.explain(WRITE, Map.of("path", "/tmp/a"), "ada"))
        .hasToString(
            "allow, by otherwise: allow (tried before: ask files__write, copy for"
                + " users ada when /path below \"/etc\")");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\": 5}      | yes       | yes",
        "{\"a\": 5.0}    | yes       | yes",
        "{\"a\": \"5\"}  | yes       | undecided",
        "{\"a\": 6}      | no        | no",
        "{\"a\": true}   | undecided | undecided",
        "{\"a\": null}   | undecided | undecided",
        "{\"a\": [5]}    | undecided | undecided",
        "{}              | undecided | undecided",
      })
  void comparesValues(String arguments, String withText, String withNumber) {
    assertThat(effect(ArgumentCondition.equalTo("5"), arguments)).isEqualTo(withText);
    assertThat(effect(ArgumentCondition.equalTo(5), arguments)).isEqualTo(withNumber);
    assertThat(effect(ArgumentCondition.in(Set.of("5")), arguments)).isEqualTo(withText);
  }

  @Test
  void comparesObjectsWithoutRegardToOrder() {
    ArgumentCondition condition = ArgumentCondition.equalTo(Map.of("x", 1, "y", List.of("z")));

    assertThat(effect(condition, "{\"a\": {\"y\": [\"z\"], \"x\": 1}}")).isEqualTo("yes");
    assertThat(effect(condition, "{\"a\": {\"y\": [\"z\"], \"x\": 1.0}}")).isEqualTo("yes");
    assertThat(effect(condition, "{\"a\": {\"y\": [], \"x\": 1}}")).isEqualTo("no");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\": 10}    | yes       | yes",
        "{\"a\": 10.01} | yes       | no",
        "{\"a\": 9.99}  | no        | yes",
        "{\"a\": \"10\"}| undecided | undecided",
        "{}             | undecided | undecided",
      })
  void comparesNumbersWithLimits(String arguments, String atLeastTen, String atMostTen) {
    assertThat(effect(ArgumentCondition.minimum(10), arguments)).isEqualTo(atLeastTen);
    assertThat(effect(ArgumentCondition.maximum(10), arguments)).isEqualTo(atMostTen);
  }

  @Test
  void decidesWhetherArgumentIsThere() {
    assertThat(effect(ArgumentCondition.present(), "{\"a\": null}")).isEqualTo("yes");
    assertThat(effect(ArgumentCondition.present(), "{}")).isEqualTo("no");
    assertThat(effect(ArgumentCondition.absent(), "{\"a\": null}")).isEqualTo("no");
    assertThat(effect(ArgumentCondition.absent(), "{}")).isEqualTo("yes");
  }

  @Test
  void conditionsOfOneRuleMustAllApply() {
    ApprovalRule rule =
        ApprovalRule.deny("write")
            .when("/force", ArgumentCondition.present())
            .when("/force", ArgumentCondition.equalTo(true));

    assertThat(mode(policy(ALLOW, rule), WRITE, "{}")).isEqualTo(ALLOW);
    assertThat(mode(policy(ALLOW, rule), WRITE, "{\"force\": false}")).isEqualTo(ALLOW);
    assertThat(mode(policy(ALLOW, rule), WRITE, "{\"force\": true}")).isEqualTo(DENY);
    assertThat(mode(policy(ALLOW, rule), WRITE, "{\"force\": \"true\"}"))
        .as("another type is undecided")
        .isEqualTo(DENY);
  }

  @Test
  void matchesTexts() {
    assertThat(effect(ArgumentCondition.glob("a*c"), "{\"a\": \"abc\"}")).isEqualTo("yes");
    assertThat(effect(ArgumentCondition.glob("a*c"), "{\"a\": \"abcd\"}")).isEqualTo("no");
    assertThat(effect(ArgumentCondition.startsWith("ab"), "{\"a\": \"abc\"}")).isEqualTo("yes");
    assertThat(effect(ArgumentCondition.startsWith("ab"), "{\"a\": \"Abc\"}")).isEqualTo("no");
    assertThat(effect(ArgumentCondition.startsWith("ab"), "{\"a\": 1}")).isEqualTo("undecided");
  }

  @Test
  void allowsOnlyIfExpressionMatchesWholeText() {
    ArgumentCondition condition = ArgumentCondition.regex("rm|sudo");

    assertThat(effect(condition, "{\"a\": \"rm\"}")).isEqualTo("yes");
    assertThat(effect(condition, "{\"a\": \"ls; rm -rf /\"}")).isEqualTo("undecided");
    assertThat(effect(condition, "{\"a\": \"ls\"}")).isEqualTo("no");
  }

  @Test
  void textThatIsNoBooleanIsUndecidedForBoolean() {
    assertThat(effect(ArgumentCondition.equalTo("true"), "{\"a\": true}")).isEqualTo("yes");
    assertThat(effect(ArgumentCondition.equalTo("false"), "{\"a\": true}")).isEqualTo("no");
    assertThat(effect(ArgumentCondition.equalTo("yes"), "{\"a\": true}")).isEqualTo("undecided");
  }

  /** The limit is for the call: the expressions of ten rules fit in it, those of fifty do not. */
  @Test
  void expressionsOfAllRulesShareLimit() {
    String arguments = Json.write(Map.of("a", "a".repeat(60_000)));
    ApprovalRule[] rules = new ApprovalRule[50];
    Arrays.setAll(
        rules, i -> ApprovalRule.deny("write").when("/a", ArgumentCondition.regex("b" + i)));

    assertThat(mode(policy(ALLOW, Arrays.copyOf(rules, 10)), WRITE, arguments)).isEqualTo(ALLOW);
    assertThat(mode(policy(ALLOW, rules), WRITE, arguments)).isEqualTo(DENY);
  }

  /** Both never end, or exceed the stack, with the JDK's expressions. */
  @ParameterizedTest
  @ValueSource(strings = {"(a+)+b", "(x|aa|a)*b"})
  void expensiveExpressionIsUndecided(String regex) {
    String text = "a".repeat(60_000);

    assertThat(effect(ArgumentCondition.regex(regex), "{\"a\": \"" + text + "\"}"))
        .isEqualTo("undecided");
  }

  @Test
  void longTextIsUndecided() {
    String text = "a".repeat(ArgumentCondition.MAX_TEXT_LENGTH + 1);

    assertThat(effect(ArgumentCondition.startsWith("a"), "{\"a\": \"" + text + "\"}"))
        .isEqualTo("undecided");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/data                        | yes",
        "/data/                       | yes",
        "/data/a                      | yes",
        "//data///a                   | yes",
        "/data/./a/../b               | yes",
        "/tmp/../data/a               | yes",
        "/data/100%25                 | yes",
        "file:///data/a               | yes",
        "FILE:/data/a                 | yes",
        "file://localhost/data/a      | yes",
        "/database                    | no",
        "/                            | no",
        "/data/../etc/passwd          | no",
        "/data/../../etc/passwd       | no",
        "/../etc                      | no",
        "file:///data/../etc          | no",
        "/data/%2e%2e/etc             | undecided",
        "/data/..%2fetc               | undecided",
        "/data/%252e%252e/etc         | undecided",
        "/data%2f..%2fetc             | no",
        "%2fdata/a                    | undecided",
        "/data/%25252525252e/a        | undecided",
        "/data/..\\etc                | undecided",
        "\\data\\a                    | undecided",
        "\\\\server\\data             | undecided",
        "/data/\uFF0E\uFF0E/etc       | undecided",
        "/data/..\uFF0Fetc            | undecided",
        "/DATA/a                      | undecided",
        "/data./a                     | undecided",
        "/data/... /a                 | undecided",
        "/data/.. /etc                | undecided",
        "data/a                       | undecided",
        "../etc                       | undecided",
        "~/data                       | undecided",
        "C:/data/a                    | undecided",
        "C:\\data\\a                  | undecided",
        "https://example.com/data/a   | undecided",
        "file://example.com/data/a    | undecided",
        "/data/%c0%ae%c0%ae/etc       | undecided",
        "/data/%u002e%u002e/etc       | undecided",
        "/data/\uFF052e\uFF052e/etc     | undecided",
        "/data/.\u200b./etc           | undecided",
        "//?/C:/data/a                | undecided",
        "//./data/a                   | undecided",
        "''                           | undecided",
      })
  void resolvesPathBeforeComparing(String path, String expected) {
    assertThat(effect(ArgumentCondition.below("/data"), Json.write(Map.of("a", path))))
        .as(path)
        .isEqualTo(expected);
  }

  @Test
  void controlCharacterInPathIsUndecided() {
    assertThat(effect(ArgumentCondition.below("/data"), "{\"a\": \"/data/a\\u0000/../../etc\"}"))
        .isEqualTo("undecided");
  }

  @Test
  void comparesWindowsPaths() {
    ArgumentCondition condition = ArgumentCondition.below("C:\\data");

    assertThat(effect(condition, "{\"a\": \"C:\\\\data\\\\a\"}")).isEqualTo("yes");
    assertThat(effect(condition, "{\"a\": \"C:/data/a\"}")).isEqualTo("yes");
    assertThat(effect(condition, "{\"a\": \"C:\\\\data\\\\..\\\\a\"}")).isEqualTo("no");
    assertThat(effect(condition, "{\"a\": \"c:/data/a\"}")).isEqualTo("undecided");
    assertThat(effect(condition, "{\"a\": \"/data/a\"}"))
        .as("of the drive in use")
        .isEqualTo("undecided");
    assertThat(effect(condition, "{\"a\": \"//?/C:/data/a\"}")).isEqualTo("undecided");
    assertThat(effect(condition, "{\"a\": \"D:/data/a\"}")).isEqualTo("no");
  }

  @Test
  void allElementsMustFitRuleThatAllows() {
    ArgumentCondition condition = ArgumentCondition.below("/data");

    assertThat(effect("/a/*", condition, "{\"a\": [\"/data/1\", \"/data/2\"]}")).isEqualTo("yes");
    assertThat(effect("/a/*", condition, "{\"a\": [\"/data/1\", \"/etc/2\"]}"))
        .as("one is below, one is not")
        .isEqualTo("undecided");
    assertThat(effect("/a/*", condition, "{\"a\": [\"/etc/1\", \"/etc/2\"]}")).isEqualTo("no");
    assertThat(effect("/a/*", condition, "{\"a\": []}")).isEqualTo("undecided");
    assertThat(effect("/a/*", condition, "{\"a\": \"/data/1\"}")).isEqualTo("undecided");
    assertThat(effect("/a/*/path", condition, "{\"a\": [{\"path\": \"/data/1\"}, {}]}"))
        .isEqualTo("undecided");
    assertThat(effect("/a/1", condition, "{\"a\": [\"/etc/1\", \"/data/2\"]}")).isEqualTo("yes");
    assertThat(effect("/a/01", condition, "{\"a\": [\"/etc/1\", \"/data/2\"]}"))
        .isEqualTo("undecided");
    assertThat(effect("/a/*", condition, "{\"a\": {\"*\": \"/data/1\", \"b\": \"/etc/2\"}}"))
        .as("a member with the name of the star")
        .isEqualTo("undecided");
    assertThat(effect("/x~1y/*", condition, "{\"x/y\": {\"a\": \"/data/1\"}}")).isEqualTo("yes");
  }

  /** The server may accept a text in place of a list, or of an object. */
  @Test
  void containerOfOtherTypeIsUndecided() {
    for (ArgumentCondition condition :
        List.of(ArgumentCondition.present(), ArgumentCondition.absent())) {
      assertThat(effect("/a/*", condition, "{\"a\": \"/etc/passwd\"}")).isEqualTo("undecided");
      assertThat(effect("/a/force", condition, "{\"a\": [{\"force\": true}]}"))
          .isEqualTo("undecided");
    }
    assertThat(effect("/a/force", ArgumentCondition.absent(), "{}")).isEqualTo("yes");
  }

  @Test
  void longPathIsUndecided() {
    String path = "/data/" + ".".repeat(60_000) + "x";

    assertThat(effect(ArgumentCondition.below("/data"), Json.write(Map.of("a", path))))
        .isEqualTo("undecided");
  }

  @Test
  void moreElementsThanCanBeCheckedAreUndecided() {
    List<String> paths = Collections.nCopies(ArgumentPointer.MAX_VALUES + 1, "/data/a");

    assertThat(effect("/a/*", ArgumentCondition.below("/data"), Json.write(Map.of("a", paths))))
        .isEqualTo("undecided");
  }

  private static ApprovalMode modeFor(ApprovalPolicy policy, @Nullable Object user) {
    return policy.explain(WRITE, Map.of(), user).mode();
  }

  @Test
  void limitsRulesToUsers() {
    ApprovalPolicy allows = policy(ASK, ApprovalRule.allow("write").forUsers("ada", "bob"));
    ApprovalPolicy denies = policy(ALLOW, ApprovalRule.deny("write").forUsers("eve"));

    assertThat(modeFor(allows, "bob")).isEqualTo(ALLOW);
    assertThat(modeFor(allows, "eve")).isEqualTo(ASK);
    assertThat(modeFor(allows, null)).isEqualTo(ASK);
    assertThat(modeFor(denies, "ada")).isEqualTo(ALLOW);
    assertThat(modeFor(denies, "eve")).isEqualTo(DENY);
    assertThat(modeFor(denies, null)).isEqualTo(DENY);
  }

  @Test
  void limitsRulesToAuthorities() {
    ApprovalRule allow = ApprovalRule.allow("write").forAuthorities("ROLE_ADMIN");
    ApprovalRule deny = ApprovalRule.deny("write").forAuthorities("ROLE_GUEST");
    Function<Object, List<String>> known =
        user -> user.equals("ada") ? List.of("ROLE_ADMIN") : List.of("ROLE_GUEST");

    assertThat(modeFor(withAuthorities(allow, ASK, known), "ada")).isEqualTo(ALLOW);
    assertThat(modeFor(withAuthorities(allow, ASK, known), "eve")).isEqualTo(ASK);
    assertThat(modeFor(withAuthorities(deny, ALLOW, known), "ada")).isEqualTo(ALLOW);
    assertThat(modeFor(withAuthorities(deny, ALLOW, known), "eve")).isEqualTo(DENY);
    assertThat(modeFor(withAuthorities(deny, ALLOW, known), null)).as("no user").isEqualTo(DENY);
    assertThat(modeFor(withAuthorities(deny, ALLOW, user -> null), "ada"))
        .as("unknown authorities")
        .isEqualTo(DENY);
    assertThat(modeFor(policy(ASK, allow), "ada")).as("no authorities").isEqualTo(ASK);
  }

  private static ApprovalPolicy withAuthorities(
      ApprovalRule rule,
      ApprovalMode otherwise,
      Function<Object, ? extends @Nullable Collection<String>> known) {
    return ApprovalPolicy.builder()
        .rule(rule)
        .otherwise(otherwise)
        .handler(request -> ApprovalDecision.deny())
        .authorities(known)
        .build();
  }

  /** An empty list, perhaps of a variable, must not stand for everybody. */
  @Test
  void refusesEmptyLimits() {
    ApprovalRule rule = ApprovalRule.allow("write");

    assertThatThrownBy(rule::forUsers).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(rule::forAuthorities).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rule.forUsers("ada").forUsers("bob"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Several providers, such as of users and tenants, name the user together. */
  @Test
  void matchesEachNameOfUser() {
    ApprovalPolicy denies = policy(ALLOW, ApprovalRule.deny("write").forUsers("guest"));

    assertThat(modeFor(denies, List.of("guest", "acme"))).isEqualTo(DENY);
    assertThat(modeFor(denies, List.of("ada", "acme"))).isEqualTo(ALLOW);
  }

  /** A server chooses its tools' names, also such as another server's tools have for the model. */
  @Test
  void nameWithPrefixAllowsToolOfThatServerOnly() {
    ApprovalPolicy policy = policy(DENY, ApprovalRule.allow("files__write", "r*"));

    assertThat(mode(policy, WRITE, "{}")).isEqualTo(ALLOW);
    assertThat(mode(policy, tool("files", "read"), "{}")).isEqualTo(ALLOW);
    assertThat(mode(policy, tool("evil", "files__write"), "{}")).isEqualTo(DENY);
    assertThat(mode(policy, tool("evil", "write"), "{}")).isEqualTo(DENY);
    ApprovalPolicy dotted = policy(ALLOW, ApprovalRule.deny("files__take.note"));
    assertThat(mode(dotted, tool("files", "take.note"), "{}"))
        .as("a name that providers do not accept")
        .isEqualTo(DENY);
    ToolPattern ofServer = ToolPattern.named("db__query").ofServers("pg");
    assertThat(mode(policy(DENY, ApprovalRule.of(ALLOW, ofServer)), tool("pg", "db__query"), "{}"))
        .as("the server's own name, in a rule of that server")
        .isEqualTo(ALLOW);
  }

  @ParameterizedTest
  @CsvSource({
    "write, files__write",
    "files__*, files__write",
    "*, write",
    "wr*, wri?e*",
    "write, write",
  })
  void refusesRuleThatNeverAllows(String ask, String allow) {
    assertThatThrownBy(() -> policy(ALLOW, ApprovalRule.allow(allow), ApprovalRule.ask(ask)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the rule \"allow "
                + allow
                + "\" never applies, because \"ask "
                + ask
                + "\" comes first; to ask for all calls but these, set otherwise to ask");
  }

  @ParameterizedTest
  @CsvSource({"read, files__write", "wr?te, wr*", "files__write, write", "write, *"})
  void acceptsRuleThatAllowsSomeCalls(String ask, String allow) {
    assertThat(policy(ALLOW, ApprovalRule.allow(allow), ApprovalRule.ask(ask)).rules()).hasSize(2);
  }

  @Test
  void refusesRuleThatServersOwnRuleCovers() {
    ApprovalRule ask = ApprovalRule.of(ASK, ToolPattern.any().ofServers("files"));

    assertThatThrownBy(() -> policy(ALLOW, ApprovalRule.allow("files__write"), ask))
        .hasMessageContaining("never applies");
    assertThat(policy(ALLOW, ApprovalRule.allow("news__write"), ask).rules()).hasSize(2);
  }

  /** Also if the mode of all other calls comes from a pattern, as it does in properties. */
  @Test
  void modeOfToolDependsOnConditions() {
    ApprovalPolicy policy =
        ApprovalPolicy.builder()
            .otherwise(ToolPattern.any(), DENY)
            .rule(ApprovalRule.allow("write").when("/a", ArgumentCondition.present()))
            .rule(ApprovalRule.deny("drop").when("/a", ArgumentCondition.present()))
            .deny("drop")
            .build();

    assertThat(policy.modeOf(WRITE, false)).isEqualTo(ASK);
    assertThat(policy.modeOf(tool("files", "read"), false)).isEqualTo(DENY);
    assertThat(policy.modeOf(tool("files", "drop"), false)).isEqualTo(DENY);
  }

  @Test
  void acceptsRuleThatIsCoveredForSomeArgumentsOnly() {
    ApprovalRule ask = ApprovalRule.ask("*").when("/a", ArgumentCondition.present());

    assertThat(policy(ALLOW, ApprovalRule.allow("write"), ask).rules()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "a", "a/b"})
  void refusesInvalidPointer(String pointer) {
    ApprovalRule rule = ApprovalRule.allow("write");

    assertThatThrownBy(() -> rule.when(pointer, ArgumentCondition.present()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a JSON pointer to an argument");
  }

  @Test
  void refusesInvalidConditions() {
    assertThatThrownBy(() -> ArgumentCondition.below("data"))
        .hasMessageContaining("\"data\" is not an absolute path of a folder");
    assertThatThrownBy(() -> ArgumentCondition.below("/etc/*"))
        .hasMessageContaining("neither wildcards nor ..");
    assertThatThrownBy(() -> ArgumentCondition.below("/data/../etc"))
        .hasMessageContaining("neither wildcards nor ..");
    assertThatThrownBy(() -> ArgumentCondition.startsWith(""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ArgumentCondition.regex("("))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ArgumentCondition.in(Set.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(ApprovalRule::allow).isInstanceOf(IllegalArgumentException.class);
  }
}
