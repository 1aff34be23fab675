package io.mcpbridge.spring.boot.autoconfigure;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.util.ClassUtils;

/**
 * Registers what handles {@link io.mcpbridge.spring.boot.McpTools}: before LangChain4j's starter
 * registers the {@code @AiService} beans, and before any other bean exists.
 */
final class ToolsPostProcessor implements BeanFactoryPostProcessor, PriorityOrdered {

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    if (beans instanceof DefaultListableBeanFactory factory) {
      factory.setAutowireCandidateResolver(
          new ToolsQualifierResolver(factory.getAutowireCandidateResolver()));
    }
    beans.addBeanPostProcessor(new IneffectiveToolsAnnotations());
    if (ClassUtils.isPresent(AiServiceTools.ANNOTATION, beans.getBeanClassLoader())) {
      beans.addBeanPostProcessor(new AiServiceTools(beans));
    }
  }

  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }
}
