package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.boot.McpTools;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * An {@link McpTools} annotation and where it applies.
 *
 * @param at the injection point or class, for messages
 */
record ToolsQualifier(McpTools tools, String at) {

  /**
   * The types that the annotation of a method or class applies to; not all are on the class path.
   */
  private static final List<String> TYPES =
      List.of(
          "io.mcpbridge.catalog.ToolSet",
          "io.mcpbridge.catalog.ToolView",
          "io.mcpbridge.langchain4j.McpToolProvider",
          "dev.langchain4j.service.tool.ToolProvider",
          "io.mcpbridge.spring.ai.McpToolCallbackProvider",
          "org.springframework.ai.tool.ToolCallbackProvider",
          "org.springframework.ai.chat.client.ChatClient$Builder");

  /** What Spring injects for several objects, or for one that is created later. */
  private static final List<Class<?>> CONTAINERS =
      List.of(Collection.class, Map.class, Optional.class, ObjectFactory.class);

  /** The annotation of a type or its nearest supertype; {@code null} if there is none. */
  static @Nullable ToolsQualifier of(Class<?> type) {
    return of(type, type.getName());
  }

  /** The annotation of a method; {@code null} if there is none. */
  static @Nullable ToolsQualifier of(Method method) {
    return of(method, method.getDeclaringClass().getName() + "." + method.getName() + "(...)");
  }

  /**
   * The nearest annotation of an injection point: its own, that of its method or that of its class;
   * {@code null} if there is none, or if the point has another qualifier instead.
   *
   * @throws InvalidMcpConfigurationException if the point has both
   */
  static @Nullable ToolsQualifier of(DependencyDescriptor point) {
    if (point.getAnnotations().length == 0 && !mayHaveTools(point.getDependencyType())) {
      return null; // as nearly all points of an application
    }
    MergedAnnotations annotations = MergedAnnotations.from(point.getAnnotations());
    MergedAnnotation<McpTools> annotation = annotations.get(McpTools.class);
    if (annotation.isPresent()) {
      if (hasOtherQualifier(annotations)) {
        throw new InvalidMcpConfigurationException(
            "@McpTools at " + name(point) + " is beside another qualifier.",
            "Remove one of them: @McpTools selects the tools of the only or primary bean.");
      }
      return new ToolsQualifier(annotation.synthesize(), name(point));
    }
    if (hasOtherQualifier(annotations) || !canHaveTools(point.getResolvableType())) {
      return null;
    }
    ToolsQualifier ofMethod =
        point.getMember() instanceof Executable method ? of(method, name(point)) : null;
    return ofMethod != null ? ofMethod : of(ClassUtils.getUserClass(owner(point)), name(point));
  }

  /** The class of the bean, if Spring tells it; otherwise the class that declares the point. */
  private static Class<?> owner(DependencyDescriptor point) {
    MethodParameter parameter = point.getMethodParameter();
    return parameter != null
        ? parameter.getContainingClass()
        : point.getMember().getDeclaringClass();
  }

  /**
   * Whether the annotation of a method or class applies to a type. It applies to several objects of
   * a type, too, but there is nothing to inject.
   */
  static boolean canHaveTools(ResolvableType type) {
    if (type.isArray()) {
      return canHaveTools(type.getComponentType());
    }
    Class<?> raw = type.resolve(Object.class);
    return TYPES.contains(raw.getName())
        || (isContainer(raw)
            && Arrays.stream(type.getGenerics()).anyMatch(ToolsQualifier::canHaveTools));
  }

  private static boolean mayHaveTools(Class<?> raw) {
    return raw.isArray() || TYPES.contains(raw.getName()) || isContainer(raw);
  }

  private static boolean isContainer(Class<?> raw) {
    return CONTAINERS.stream().anyMatch(container -> container.isAssignableFrom(raw));
  }

  /** Whether a point has another annotation that decides what is injected. */
  static boolean isQualified(AnnotatedElement point) {
    MergedAnnotations annotations = MergedAnnotations.from(point);
    return annotations.isPresent(McpTools.class) || hasOtherQualifier(annotations);
  }

  /** {@link McpTools} itself is a qualifier, too. */
  private static boolean hasOtherQualifier(MergedAnnotations annotations) {
    return annotations.isPresent("jakarta.inject.Qualifier")
        || annotations.stream(Qualifier.class)
            .map(MergedAnnotation::getMetaSource)
            .anyMatch(source -> source == null || source.getType() != McpTools.class);
  }

  private static @Nullable ToolsQualifier of(AnnotatedElement element, String at) {
    MergedAnnotation<McpTools> annotation =
        MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).get(McpTools.class);
    return annotation.isPresent() ? new ToolsQualifier(annotation.synthesize(), at) : null;
  }

  private static String name(DependencyDescriptor point) {
    String member =
        point.getMember().getDeclaringClass().getName() + "." + point.getMember().getName();
    return point.getMethodParameter() == null ? member : member + "(...)";
  }

  /** Selects all tools that the attributes do not rule out. */
  ToolSelection selection() {
    try {
      ToolPattern pattern =
          tools.include().length == 0 ? ToolPattern.any() : ToolPattern.named(tools.include());
      if (tools.servers().length > 0) {
        pattern = pattern.ofServers(tools.servers());
      }
      for (ToolTrait trait : tools.traits()) {
        pattern = pattern.with(trait);
      }
      return ToolSelection.builder().include(pattern).exclude(tools.exclude()).build();
    } catch (IllegalArgumentException e) { // such as an empty name
      throw new InvalidMcpConfigurationException(
          "@McpTools at " + at + ": " + e.getMessage() + ".", "Change this annotation.", e);
    }
  }
}
