package io.mcpbridge.spring.boot.autoconfigure;

import dev.langchain4j.service.tool.ToolProvider;
import io.mcpbridge.spring.boot.internal.configuration.BeanPrecedence;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.MutablePropertyValues;
import org.springframework.beans.PropertyValues;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Gives an {@code @AiService} with {@link io.mcpbridge.spring.boot.McpTools} its tools, in both
 * wiring modes, and chooses among several {@code ToolProvider} beans as Spring does: LangChain4j's
 * starter fails if there is more than one, even if one is {@code @Primary}. The starters for Boot 3
 * and Boot 4 use the same names.
 */
record AiServiceTools(ConfigurableListableBeanFactory beans)
    implements InstantiationAwareBeanPostProcessor {

  static final String ANNOTATION = "dev.langchain4j.service.spring.AiService";
  private static final String FACTORY = "dev.langchain4j.service.spring.AiServiceFactory";
  private static final String REGISTRAR = "aiServicesRegisteringBeanFactoryPostProcessor";
  private static final String PROPERTY = "toolProvider";

  /** The registrar of the AI services sees at most one provider. */
  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    return beanName.equals(REGISTRAR) && bean instanceof BeanFactoryPostProcessor registrar
        ? (BeanFactoryPostProcessor)
            factory -> registrar.postProcessBeanFactory(withOneProvider(factory))
        : bean;
  }

  private static ConfigurableListableBeanFactory withOneProvider(
      ConfigurableListableBeanFactory factory) {
    Class<?>[] types = {ConfigurableListableBeanFactory.class, BeanDefinitionRegistry.class};
    return (ConfigurableListableBeanFactory)
        Proxy.newProxyInstance(
            AiServiceTools.class.getClassLoader(),
            types,
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(factory, arguments);
                return result instanceof String[] names && isForProviders(arguments)
                    ? onlyCandidate(names, factory)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  private static boolean isForProviders(Object @Nullable [] arguments) {
    return arguments != null && arguments.length == 1 && arguments[0] == ToolProvider.class;
  }

  /** None if several are ambiguous; then a service without annotation is refused later. */
  private static String[] onlyCandidate(String[] names, ConfigurableListableBeanFactory factory) {
    List<String> candidates = BeanPrecedence.preferred(Arrays.asList(names), factory);
    return candidates.size() == 1 ? new String[] {candidates.get(0)} : new String[0];
  }

  @Override
  public @Nullable PropertyValues postProcessProperties(
      PropertyValues values, Object bean, String beanName) {
    if (!bean.getClass().getName().equals(FACTORY) || !(bean instanceof FactoryBean<?> factory)) {
      return values;
    }
    Class<?> service = factory.getObjectType();
    if (service == null) {
      return values;
    }
    MergedAnnotation<?> wiring = MergedAnnotations.from(service).get(ANNOTATION);
    boolean isAutomatic =
        "AUTOMATIC".equals(String.valueOf(wiring.getValue("wiringMode").orElse("")));
    ToolsQualifier qualifier = ToolsQualifier.of(service);
    if (qualifier == null) {
      if (isAutomatic && !values.contains(PROPERTY)) {
        refuseAmbiguousProviders(service);
      }
      return values;
    }
    String named = wiring.getValue(PROPERTY, String.class).orElse("");
    if (!isAutomatic
        && !named.isBlank()
        && !named.equals(McpLangChain4jAutoConfiguration.PROVIDER)) {
      throw new InvalidMcpConfigurationException(
          "The AI service %s has both @McpTools and @AiService(toolProvider = \"%s\")."
              .formatted(service.getName(), named),
          "Remove one of them.");
    }
    MutablePropertyValues changed = new MutablePropertyValues(values);
    changed.removePropertyValue(PROPERTY);
    changed.add(
        PROPERTY, SelectedTools.lookUp(beans, qualifier).create(qualifier, ToolProvider.class));
    return changed;
  }

  /** An AI service without its tools would answer from memory. */
  private void refuseAmbiguousProviders(Class<?> service) {
    List<String> candidates =
        BeanPrecedence.preferred(
            Arrays.asList(beans.getBeanNamesForType(ToolProvider.class, true, false)), beans);
    if (candidates.size() > 1) {
      throw new InvalidMcpConfigurationException(
          "The tools of the AI service %s are ambiguous: there are the ToolProvider beans %s."
              .formatted(
                  service.getName(),
                  candidates.stream().sorted().collect(Collectors.joining("', '", "'", "'"))),
          "Annotate the AI service with @McpTools for tools of MCP servers, or one of the beans"
              + " with @Primary, or name one: @AiService(wiringMode = EXPLICIT, toolProvider ="
              + " \"...\").");
    }
  }
}
