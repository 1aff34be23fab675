package io.mcpbridge.spring.console;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/** The console under {@code management.server.port}, if that is a port of its own. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnBean(Console.class)
@Import(ConsoleRouterConfiguration.class)
class ConsoleManagementConfiguration {

  /** Whether the console is under the port of the application. */
  static final class OnApplicationPort extends SpringBootCondition {

    private static final String ACTUATOR =
        "org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType";

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      boolean isElsewhere =
          ClassUtils.isPresent(ACTUATOR, context.getClassLoader())
              && Actuator.hasPort(context.getEnvironment());
      return new ConditionOutcome(
          !isElsewhere,
          ConditionMessage.forCondition("MCP console")
              .because("the management port is " + (isElsewhere ? "another" : "the same")));
    }
  }

  /** A separate class, because the class it uses may be absent. */
  private static final class Actuator {

    static boolean hasPort(Environment environment) {
      return ManagementPortType.get(environment) == ManagementPortType.DIFFERENT;
    }
  }
}
