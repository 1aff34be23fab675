package io.mcpbridge.spring.boot;

import io.mcpbridge.approval.ApprovalPolicy;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Which calls need approval now: as a bean of the application says, or else as the properties do.
 * The bean is made after all others, because it may need what has the tools.
 */
final class CurrentApproval implements SmartInitializingSingleton {

  private final McpClientProperties properties;
  private final ConfigurableListableBeanFactory beans;
  private final List<String> policies;
  private volatile @Nullable ApprovalPolicy rules;

  /**
   * @param properties those of the start
   */
  CurrentApproval(McpClientProperties properties, ConfigurableListableBeanFactory beans) {
    this.properties = properties;
    this.beans = beans;
    this.policies = WithoutEffect.names(ApprovalPolicy.class, beans);
  }

  /**
   * Where a catalogue gets its policy from.
   *
   * @throws InvalidMcpConfigurationException if the properties make no sense
   */
  Supplier<ApprovalPolicy> source() {
    if (rules == null) {
      rules = rules(properties);
      WithoutEffect.warn(policies, ApprovalPolicy.class, ApprovalRules.in(properties));
    }
    return this::policy;
  }

  private boolean ofBean() {
    return !policies.isEmpty();
  }

  private ApprovalPolicy policy() {
    return ofBean() ? beans.getBean(ApprovalPolicy.class) : Objects.requireNonNull(rules);
  }

  /**
   * What properties say of approval, where they have a say in it.
   *
   * @throws InvalidMcpConfigurationException if they make no sense
   */
  ApprovalPolicy rules(McpClientProperties changed) {
    return ofBean() ? ApprovalPolicy.automatic() : ApprovalRules.of(changed, beans);
  }

  /** From now on these are the rules, unless a bean says what they are. */
  void become(ApprovalPolicy newRules) {
    this.rules = newRules;
  }

  /** An application whose policy cannot be made, or has two of them, does not start. */
  @Override
  public void afterSingletonsInstantiated() {
    if (rules != null) { // otherwise no catalogue asks for it
      policy();
    }
  }
}
