package io.mcpbridge;

import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The API of a type that is visible outside the package mentions none of the given types. */
class NotExposeTypes extends ArchCondition<JavaClass> {
  private final DescribedPredicate<JavaClass> hidden;

  NotExposeTypes(DescribedPredicate<JavaClass> hidden) {
    super("not expose a type that does %s", hidden.getDescription());
    this.hidden = hidden;
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    if (!isVisible(type)) {
      return;
    }
    Stream<JavaClass> supertypes =
        Stream.concat(type.getRawInterfaces().stream(), type.getRawSuperclass().stream());
    report(type.getDescription(), supertypes, type, events);
    for (JavaMember member : type.getMembers()) {
      if (isVisible(member)) {
        report(member.getDescription(), signatureOf(member), member, events);
      }
    }
  }

  private void report(
      String description, Stream<JavaClass> shown, Object source, ConditionEvents events) {
    shown
        .filter(hidden)
        .forEach(
            type ->
                events.add(
                    SimpleConditionEvent.violated(
                        source, description + " exposes " + type.getName())));
  }

  private static Stream<JavaClass> signatureOf(JavaMember member) {
    Stream<JavaClass> mentioned = member.getAllInvolvedRawTypes().stream();
    return member instanceof JavaCodeUnit code
        ? Stream.concat(mentioned, code.getExceptionTypes().stream())
        : mentioned;
  }

  private static boolean isVisible(JavaClass type) {
    Optional<JavaClass> outer = type.getEnclosingClass();
    return isPublicOrProtected(type.getModifiers())
        && outer.map(NotExposeTypes::isVisible).orElse(true);
  }

  private static boolean isVisible(JavaMember member) {
    return isPublicOrProtected(member.getModifiers());
  }

  private static boolean isPublicOrProtected(Set<JavaModifier> modifiers) {
    return modifiers.contains(PUBLIC) || modifiers.contains(PROTECTED);
  }
}
