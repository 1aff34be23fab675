package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.stream.IntStream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.support.MergedBeanDefinitionPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Refuses an {@link io.mcpbridge.spring.boot.McpTools} annotation that would have no effect,
 * because the agent could have all tools instead: that of a {@code @Bean} method without a
 * parameter for tools, and that of a class whose superclass declares the fields or {@code @Bean}
 * methods. Spring does not tell the class of the bean when it resolves these.
 */
final class IneffectiveToolsAnnotations implements MergedBeanDefinitionPostProcessor {

  @Override
  public void postProcessMergedBeanDefinition(
      RootBeanDefinition definition, Class<?> beanType, String beanName) {
    Method factoryMethod = definition.getResolvedFactoryMethod();
    if (factoryMethod != null) {
      check(factoryMethod);
    }
    check(ClassUtils.getUserClass(beanType));
  }

  private static void check(Method factoryMethod) {
    ToolsQualifier ofMethod = ToolsQualifier.of(factoryMethod);
    if (ofMethod != null
        && IntStream.range(0, factoryMethod.getParameterCount())
            .noneMatch(index -> canHaveTools(factoryMethod, index))) {
      throw new InvalidMcpConfigurationException(
          "@McpTools at " + ofMethod.at() + " has no effect: no parameter can have tools.",
          "Declare a parameter of one of the types that @McpTools applies to, or remove the"
              + " annotation.");
    }
  }

  private static void check(Class<?> type) {
    ToolsQualifier ofType = ToolsQualifier.of(type);
    if (ofType == null) {
      return;
    }
    ReflectionUtils.doWithFields(
        type,
        field -> refuse(ofType, field.getDeclaringClass(), field.getName()),
        field -> isInjected(field) && isIneffective(ofType, field.getDeclaringClass()));
    for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
      if (isBeanWithTools(method) && isIneffective(ofType, method.getDeclaringClass())) {
        refuse(ofType, method.getDeclaringClass(), method.getName() + "(...)");
      }
    }
  }

  private static boolean isInjected(Field field) {
    MergedAnnotations annotations = MergedAnnotations.from(field);
    return (annotations.isPresent(Autowired.class)
            || annotations.isPresent("jakarta.inject.Inject"))
        && ToolsQualifier.canHaveTools(ResolvableType.forField(field))
        && !ToolsQualifier.isQualified(field);
  }

  private static boolean isBeanWithTools(Method method) {
    if (!MergedAnnotations.from(method).isPresent(Bean.class)
        || ToolsQualifier.of(method) != null) {
      return false;
    }
    Parameter[] parameters = method.getParameters();
    return IntStream.range(0, parameters.length)
        .anyMatch(
            index -> canHaveTools(method, index) && !ToolsQualifier.isQualified(parameters[index]));
  }

  private static boolean canHaveTools(Method method, int parameter) {
    return ToolsQualifier.canHaveTools(ResolvableType.forMethodParameter(method, parameter));
  }

  /** Whether the declaring class does not have the same annotation. */
  private static boolean isIneffective(ToolsQualifier ofType, Class<?> declaring) {
    ToolsQualifier declared = ToolsQualifier.of(declaring);
    return declared == null || !declared.tools().equals(ofType.tools());
  }

  private static void refuse(ToolsQualifier ofType, Class<?> declaring, String member) {
    throw new InvalidMcpConfigurationException(
        "@McpTools at %s has no effect on %s.%s, which it inherits."
            .formatted(ofType.at(), declaring.getName(), member),
        "Inject the tools into the constructor, or annotate the inherited member.");
  }
}
