package io.mcpbridge.spring.boot.autoconfigure;

import java.lang.annotation.Annotation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.annotation.QualifierAnnotationAutowireCandidateResolver;
import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.beans.factory.support.AutowireCandidateResolver;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;

/**
 * Injects what {@link io.mcpbridge.spring.boot.McpTools} selects. Spring asks for such a value
 * before it looks for beans of the type. Leaves everything else to the resolver that the context
 * has. Extends Spring's own because Spring replaces resolvers of other types when it scans for
 * components.
 */
final class ToolsQualifierResolver extends ContextAnnotationAutowireCandidateResolver {

  private final AutowireCandidateResolver resolver;

  ToolsQualifierResolver(AutowireCandidateResolver resolver) {
    this.resolver = resolver;
  }

  @Override
  public @Nullable Object getSuggestedValue(DependencyDescriptor point) {
    Object value = resolver.getSuggestedValue(point);
    if (value != null) {
      return value;
    }
    ToolsQualifier qualifier = ToolsQualifier.of(point);
    return qualifier == null
        ? null
        : SelectedTools.lookUp(getBeanFactory(), qualifier)
            .create(qualifier, point.getDependencyType());
  }

  @Override
  public boolean isAutowireCandidate(BeanDefinitionHolder bean, DependencyDescriptor point) {
    return resolver.isAutowireCandidate(bean, point);
  }

  @Override
  public boolean isRequired(DependencyDescriptor point) {
    return resolver.isRequired(point);
  }

  @Override
  public boolean hasQualifier(DependencyDescriptor point) {
    return resolver.hasQualifier(point);
  }

  @Override
  public @Nullable String getSuggestedName(DependencyDescriptor point) {
    return resolver.getSuggestedName(point);
  }

  @Override
  public @Nullable Object getLazyResolutionProxyIfNecessary(
      DependencyDescriptor point, @Nullable String beanName) {
    return resolver.getLazyResolutionProxyIfNecessary(point, beanName);
  }

  @Override
  public @Nullable Class<?> getLazyResolutionProxyClass(
      DependencyDescriptor point, @Nullable String beanName) {
    return resolver.getLazyResolutionProxyClass(point, beanName);
  }

  @Override
  public void addQualifierType(Class<? extends Annotation> type) {
    if (resolver instanceof QualifierAnnotationAutowireCandidateResolver qualifierResolver) {
      qualifierResolver.addQualifierType(type);
    }
  }

  @Override
  public void setBeanFactory(BeanFactory beans) {
    super.setBeanFactory(beans);
    if (resolver instanceof BeanFactoryAware aware) {
      aware.setBeanFactory(beans);
    }
  }

  @Override
  public AutowireCandidateResolver cloneIfNecessary() {
    return new ToolsQualifierResolver(resolver.cloneIfNecessary());
  }
}
