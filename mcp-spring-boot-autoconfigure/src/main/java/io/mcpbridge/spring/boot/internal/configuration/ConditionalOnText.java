package io.mcpbridge.spring.boot.internal.configuration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if one of the properties has a text. A blank one counts as not set, so that a profile can
 * unset it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Conditional(ConditionalOnText.OnText.class)
public @interface ConditionalOnText {

  /** Full names of the properties. */
  String[] value();

  /** A text that counts as not set, in any case of its letters. */
  String unless() default "";

  /** The condition. */
  final class OnText extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      MergedAnnotation<?> annotation = metadata.getAnnotations().get(ConditionalOnText.class);
      String unless = annotation.getString("unless");
      List<String> present =
          Stream.of(annotation.getStringArray("value"))
              .filter(name -> isSet(context.getEnvironment().getProperty(name, ""), unless))
              .toList();
      return new ConditionOutcome(!present.isEmpty(), "properties that are set: " + present);
    }

    private static boolean isSet(String text, String unless) {
      return !text.isBlank() && !text.strip().equalsIgnoreCase(unless);
    }
  }
}
