package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.internal.configuration.IneffectiveBeans;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The current approval policy: a bean of the application, or else the properties. The bean is
 * created after all others, since it may depend on beans that have the tools.
 */
public final class CurrentApproval implements SmartInitializingSingleton {

  private final McpClientProperties properties;
  private final ConfigurableListableBeanFactory beans;
  private final List<String> policies;
  private volatile @Nullable ApprovalPolicy rules;
  private volatile boolean isStoreUsed;

  /**
   * @param properties the properties at startup
   */
  public CurrentApproval(McpClientProperties properties, ConfigurableListableBeanFactory beans) {
    this.properties = properties;
    this.beans = beans;
    this.policies = IneffectiveBeans.names(ApprovalPolicy.class, beans);
  }

  /**
   * Supplies the policy to a catalog.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     properties are invalid
   */
  Approvals.SharedSource source() {
    if (rules == null) {
      rules = rules(properties);
      IneffectiveBeans.warn(
          policies, ApprovalPolicy.class, ApprovalRules.propertyNames(properties));
    }
    return this::policy;
  }

  /** The properties of the store have an effect, such as in a handler that uses the builder. */
  public void storeUsed() {
    isStoreUsed = true;
  }

  private boolean ofBean() {
    return !policies.isEmpty();
  }

  private ApprovalPolicy policy() {
    return ofBean() ? beans.getBean(ApprovalPolicy.class) : Objects.requireNonNull(rules);
  }

  /**
   * The policy of the properties, unless a bean replaces it.
   *
   * @throws io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException if the
   *     properties are invalid
   */
  ApprovalPolicy rules(McpClientProperties changed) {
    return ofBean() ? ApprovalPolicy.allowAll() : ApprovalRules.of(changed, beans);
  }

  /** Replaces the rules, unless a bean defines them. */
  void update(ApprovalPolicy newRules) {
    this.rules = newRules;
  }

  /**
   * Fails startup if the policy bean cannot be created or is ambiguous. Warns of properties without
   * effect, which the beans of the application show.
   */
  @Override
  public void afterSingletonsInstantiated() {
    if (rules != null) { // otherwise no catalog uses it
      policy();
      if (!isStoreUsed && IneffectiveBeans.names(McpApprovals.class, beans).isEmpty()) {
        IneffectiveBeans.warn(
            IneffectiveBeans.names(ApprovalHandler.class, beans),
            ApprovalHandler.class,
            ApprovalRules.storeNames(properties));
      }
    }
  }
}
