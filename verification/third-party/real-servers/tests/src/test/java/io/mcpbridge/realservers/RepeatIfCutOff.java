package io.mcpbridge.realservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * For a server whose earlier error may also cut off a later call, in flight or before it is sent:
 * one attempt more of the test. The tools there may run twice.
 */
final class RepeatIfCutOff implements InvocationInterceptor {

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    repeatIfCutOff(invocation, method);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    repeatIfCutOff(invocation, method);
  }

  private static void repeatIfCutOff(
      Invocation<Void> invocation, ReflectiveInvocationContext<Method> method) throws Throwable {
    PeerTest test = (PeerTest) method.getTarget().orElseThrow();
    try {
      invocation.proceed();
    } catch (McpException e) {
      if (!test.mayBeCutOff() || !ToolCall.isCutOff(e)) {
        throw e;
      }
      assertThat(e.delivery()).as("delivery of %s", e).isNotEqualTo(Delivery.ANSWERED);
      ReflectionSupport.invokeMethod(method.getExecutable(), test, method.getArguments().toArray());
    }
  }
}
