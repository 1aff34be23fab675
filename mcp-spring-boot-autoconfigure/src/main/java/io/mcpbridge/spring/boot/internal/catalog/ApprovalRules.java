package io.mcpbridge.spring.boot.internal.catalog;

import static io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames.OF_CLIENT;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.boot.McpClientProfile;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.McpServerProperties.Approval;
import io.mcpbridge.spring.boot.internal.configuration.BeanSelector;
import io.mcpbridge.spring.boot.internal.configuration.IneffectiveBeans;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.spring.boot.internal.server.ToolSelectionProperties;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Builds the approval policy of the properties. The handler bean is created when a call first needs
 * approval.
 */
final class ApprovalRules {

  private static final Approval NOTHING = new Approval(null, null, null, null, null);

  private static final boolean HAS_SECURITY =
      ClassUtils.isPresent(
          "org.springframework.security.core.context.SecurityContextHolder",
          ApprovalRules.class.getClassLoader());

  private final ApprovalPolicy.Builder policy = ApprovalPolicy.builder();
  private boolean asks;

  private ApprovalRules() {}

  /**
   * Builds the policy.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if a
   *     rule is invalid, or approval is required and the handler bean is ambiguous
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
    if (properties.profile() == McpClientProfile.STRICT) {
      rules.policy.honorAlwaysAllow(false);
      if (properties.defaults().approval().otherwise() == null) {
        rules.policy.otherwise(ApprovalMode.ASK);
        rules.asks = true;
      }
    }
    List<McpClientProperties.Rule> callRules = properties.approval().rules();
    for (int i = 0; i < callRules.size(); i++) {
      rules.add(callRules.get(i), "approval.rules[" + i + "]");
    }
    if (rules.asks || properties.guards().maxCallsWithoutApproval() > 0) {
      rules.policy.handlerAsync(handler(ApprovalHandler.class, beans));
    } else if (IneffectiveBeans.names(McpApprovals.class, beans).size() == 1) {
      rules.policy.handlerAsync(handler(McpApprovals.class, beans)); // suspends for input
    }
    rules.policy.timeout(OF_CLIENT.positive("approval.timeout", properties.approval().timeout()));
    return valid(OF_CLIENT.of("approval"), rules.policy::build);
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
    List<String> names = new ArrayList<>();
    rules.keySet().forEach(of -> names.add(of.of("approval")));
    if (!properties.approval().rules().isEmpty()) {
      names.add(OF_CLIENT.of("approval.rules"));
    }
    if (properties.profile() == McpClientProfile.STRICT) {
      names.add(OF_CLIENT.of("profile") + " (what it says of approval)");
    }
    return names;
  }

  /** The names of the properties of {@code McpApprovals} that are set. */
  static List<String> storeNames(McpClientProperties properties) {
    List<String> names = new ArrayList<>();
    if (properties.approval().store() != McpClientProperties.Approval.Store.MEMORY) {
      names.add(OF_CLIENT.of("approval.store"));
    }
    if (properties.approval().suspendFor() != null) {
      names.add(OF_CLIENT.of("approval.suspend-for"));
    }
    return names;
  }

  /**
   * Escapes a key that contains a star: it is not a pattern, and {@code ?} matches the one
   * character.
   */
  private static String escapeStars(String server) {
    return server.replace('*', '?');
  }

  private void add(Approval rules, ServerPropertyNames names, UnaryOperator<ToolPattern> scope) {
    String property = names.of("approval");
    List<ToolPattern> deny = valid(property, () -> patterns(rules.deny(), null));
    List<ToolPattern> ask = valid(property, () -> patterns(rules.ask(), rules.askTraits()));
    List<ToolPattern> allow = valid(property, () -> patterns(rules.allow(), null));
    deny.forEach(pattern -> policy.deny(scope.apply(pattern)));
    ask.forEach(pattern -> policy.ask(scope.apply(pattern)));
    allow.forEach(pattern -> policy.allow(scope.apply(pattern)));
    if (rules.otherwise() != null) {
      policy.otherwise(scope.apply(ToolPattern.any()), rules.otherwise());
    }
    if (!ask.isEmpty() || rules.otherwise() == ApprovalMode.ASK) {
      asks = true;
    }
  }

  private void add(McpClientProperties.Rule properties, String name) {
    String property = OF_CLIENT.of(name);
    ApprovalRule rule = valid(property, () -> CallRule.of(properties));
    policy.rule(rule.withSetting(property + "." + rule.mode().name().toLowerCase(Locale.ROOT)));
    if (rule.mode() == ApprovalMode.ASK) {
      asks = true;
    }
    if (properties.authorities() != null) {
      if (!HAS_SECURITY) {
        throw new InvalidMcpConfigurationException(
            property + ".authorities is set without Spring Security.",
            "Add Spring Security, or remove the property.");
      }
      policy.authorities(SignedInAuthorities::of);
    }
  }

  private static <T> T valid(String property, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new InvalidMcpConfigurationException(
          property + ": " + e.getMessage(), "Change these properties.", e);
    }
  }

  private static List<ToolPattern> patterns(
      @Nullable List<String> names, @Nullable List<ToolTrait> traits) {
    List<ToolPattern> patterns = new ArrayList<>();
    patterns.addAll(ToolSelectionProperties.named(names == null ? List.of() : names));
    patterns.addAll(ToolSelectionProperties.withTraits(traits == null ? List.of() : traits));
    return patterns;
  }

  private static ApprovalHandler handler(
      Class<? extends ApprovalHandler> type, ConfigurableListableBeanFactory beans) {
    BeanSelector<? extends ApprovalHandler> handler =
        Objects.requireNonNull(BeanSelector.of(type, beans), "McpApprovals is a bean");
    return new ApprovalHandler() {
      @Override
      public CompletionStage<ApprovalDecision> ask(ApprovalRequest request) {
        return handler.get().ask(request);
      }

      @Override
      public @Nullable McpApprovals approvals() {
        return handler.get().approvals();
      }

      @Override
      public void forget(@Nullable String server, @Nullable Object user) {
        handler.get().forget(server, user);
      }
    };
  }
}
