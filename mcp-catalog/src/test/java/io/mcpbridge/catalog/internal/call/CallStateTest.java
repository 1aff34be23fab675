package io.mcpbridge.catalog.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * What the steps of a call share, and which of them write it. The rest is in {@code StepField}s.
 * Answering a call, and running the steps that follow with another request, are no writes: the one
 * ends the way forward, the other restores what was.
 */
class CallStateTest {

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.mcpbridge.catalog.internal.call", "io.mcpbridge.internal.client");

  private static final Set<String> CALLS = Set.of("ServerCall", "ToolCall", "ClientCall");
  private static final Set<String> NO_WRITES = Set.of("answer", "runAside", "runFollowing");

  @Test
  void eachSharedFieldHasAtMostTwoWriters() {
    TreeMap<String, Set<String>> writers = new TreeMap<>();
    for (JavaClass call : MAIN) {
      if (CALLS.contains(call.getSimpleName())) {
        for (JavaField field : call.getFields()) {
          if (!field.getModifiers().contains(JavaModifier.FINAL)
              && !users(field, access -> true).isEmpty()) {
            writers.put(
                call.getSimpleName() + "." + field.getName(),
                users(field, access -> access.getAccessType() == JavaFieldAccess.AccessType.SET));
          }
        }
      }
    }

    StringBuilder table = new StringBuilder();
    writers.forEach((field, by) -> table.append(field + " " + String.join(" ", by) + "\n"));
    assertThat(table.toString()).isEqualTo(TABLE);
    assertThat(writers.values()).allMatch(classes -> classes.size() <= 2);
    assertThat(writers).hasSizeLessThanOrEqualTo(30);
  }

  private static final String TABLE =
      """
      """;

  /** The classes that use a field through methods of the call. */
  private static Set<String> users(JavaField field, Predicate<JavaFieldAccess> filter) {
    Set<String> users = new TreeSet<>();
    Set<JavaCodeUnit> seen = new HashSet<>();
    field.getAccessesToSelf().stream()
        .filter(filter)
        .map(JavaFieldAccess::getOrigin)
        .filter(unit -> !unit.isConstructor() && !NO_WRITES.contains(unit.getName()))
        .forEach(unit -> addUsers(unit, seen, users));
    return users;
  }

  private static void addUsers(JavaCodeUnit unit, Set<JavaCodeUnit> seen, Set<String> users) {
    if (!seen.add(unit)) {
      return;
    }
    JavaClass owner = topLevel(unit.getOwner());
    if (!CALLS.contains(owner.getSimpleName())) {
      users.add(owner.getSimpleName());
      return;
    }
    for (JavaAccess<?> call : unit.getCallsOfSelf()) {
      addUsers(call.getOrigin(), seen, users);
    }
    unit.getOwner()
        .getAllRawSuperclasses()
        .forEach(
            type ->
                type.tryGetMethod(unit.getName(), names(unit))
                    .ifPresent(overridden -> addUsers(overridden, seen, users)));
  }

  private static String[] names(JavaCodeUnit unit) {
    return unit.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
  }

  private static JavaClass topLevel(JavaClass type) {
    return type.getEnclosingClass().map(CallStateTest::topLevel).orElse(type);
  }
}
