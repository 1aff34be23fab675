package io.mcpbridge.spring.boot.internal.catalog;

import static io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames.OF_CLIENT;

import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpServerProperties.Approval;
import io.mcpbridge.spring.boot.internal.configuration.BeanSelector;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.spring.boot.internal.server.ToolSelectionProperties;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Builds the approval policy of the properties: rules of a server precede those for all servers.
 * The handler bean is created when a call first needs approval.
 */
final class ApprovalRules {

  private static final Approval NOTHING = new Approval(null, null, null, null, null, null);

  private final ApprovalPolicy.Builder policy = ApprovalPolicy.builder();
  private @Nullable ServerPropertyNames asking;

  private ApprovalRules() {}

  /**
   * Builds the policy.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if
   *     approval is required and the handler bean is missing or ambiguous
   */
  static ApprovalPolicy of(McpClientProperties properties, ConfigurableListableBeanFactory beans) {
    ApprovalRules rules = new ApprovalRules();
    properties
        .servers()
        .forEach(
            (name, server) -> {
              if (properties.isEnabled(server)) { // a disabled server needs no handler
                rules.add(
                    server.approval(),
                    ServerPropertyNames.ofServer(name),
                    pattern -> pattern.ofServers(escapeStars(name)));
              }
            });
    rules.add(
        properties.defaults().approval(), ServerPropertyNames.DEFAULTS, UnaryOperator.identity());
    rules.askWith(beans, properties.guards().maxCallsWithoutApproval() > 0);
    return rules
        .policy
        .timeout(OF_CLIENT.positive("approval.timeout", properties.approval().timeout()))
        .build();
  }

  /** The names of the approval properties that are set. */
  static List<String> propertyNames(McpClientProperties properties) {
    Map<ServerPropertyNames, Approval> rules = new LinkedHashMap<>();
    properties
        .servers()
        .forEach(
            (name, server) -> rules.put(ServerPropertyNames.ofServer(name), server.approval()));
    rules.put(ServerPropertyNames.DEFAULTS, properties.defaults().approval());
    rules.values().removeIf(NOTHING::equals);
    return rules.keySet().stream().map(names -> names.of("approval")).toList();
  }

  /**
   * Escapes a key that contains a star: it is not a pattern, and {@code ?} matches the one
   * character.
   */
  private static String escapeStars(String server) {
    return server.replace('*', '?');
  }

  private void add(Approval rules, ServerPropertyNames names, UnaryOperator<ToolPattern> scope) {
    try {
      patterns(rules.deny(), null).forEach(p -> policy.deny(scope.apply(p)));
      List<ToolPattern> ask = patterns(rules.ask(), rules.askTraits());
      ask.forEach(p -> policy.ask(scope.apply(p)));
      patterns(rules.auto(), rules.autoTraits()).forEach(p -> policy.auto(scope.apply(p)));
      if (rules.otherwise() != null) {
        policy.otherwise(scope.apply(ToolPattern.any()), rules.otherwise());
      }
      if (!ask.isEmpty() || rules.otherwise() == ApprovalMode.ASK) {
        asking = names;
      }
    } catch (IllegalArgumentException e) {
      throw new InvalidMcpConfigurationException(
          names.of("approval") + ": " + e.getMessage(), "Change these properties.", e);
    }
  }

  private static List<ToolPattern> patterns(
      @Nullable List<String> names, @Nullable List<ToolTrait> traits) {
    List<ToolPattern> patterns = new ArrayList<>();
    patterns.addAll(ToolSelectionProperties.named(names == null ? List.of() : names));
    patterns.addAll(ToolSelectionProperties.withTraits(traits == null ? List.of() : traits));
    return patterns;
  }

  private void askWith(ConfigurableListableBeanFactory beans, boolean guards) {
    if (asking == null && !guards) {
      return;
    }
    BeanSelector<ApprovalHandler> handler = BeanSelector.of(ApprovalHandler.class, beans);
    if (handler == null) {
      String property =
          asking == null
              ? OF_CLIENT.of("guards.max-calls-without-approval")
              : asking.of("approval");
      throw new InvalidMcpConfigurationException(
          property + " requires approval of calls, but no bean decides about it.",
          "Declare a bean of the type " + ApprovalHandler.class.getName() + ".");
    }
    policy.handlerAsync(request -> handler.get().ask(request));
  }
}
