package io.mcpbridge.catalog.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.mcpbridge.internal.pipeline.PipelineStep;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private static final Set<String> CALLS =
      Set.of("ServerCall", "ServerOperation", "ToolCall", "ClientCall");

  /** What a step consists of. */
  private static final Map<String, String> PARTS = Map.of("TaskPolling", "TaskPollingStep");

  private static final Set<String> NO_WRITES = Set.of("answer", "runAside", "runFollowing");

  /** Each mutable field, with the steps that write it; those that steps can read are marked. */
  private static final String TABLE =
      """
      * ClientCall.attempts ExchangeStep ReconnectStep
      * ClientCall.cacheControl CacheStep ExchangeStep
      * ClientCall.cacheable CacheStep
        ClientCall.clientClosed PolledCalls
      * ClientCall.connection InputRequiredStep ReconnectStep
      * ClientCall.deadline
      * ClientCall.inputRequests ExchangeStep
      * ClientCall.inputs InputRequiredStep
        ClientCall.isSuspendable ClientCalls
        ClientCall.lastId ExchangeStep
      * ClientCall.openRound
      * ClientCall.options
      * ClientCall.pause InputRequiredStep TaskPollingStep
      * ClientCall.polling TaskPollingStep
      * ClientCall.principal InputRequiredStep ReconnectStep
      * ClientCall.progress ExchangeStep
        ClientCall.progressOn ExchangeStep
      * ClientCall.request TaskPollingStep
      * ClientCall.result
      * ClientCall.resumed ClientCalls InputRequiredStep
        ServerCall.attempts ClientCallStep RetryStep
      * ServerCall.server FanOut ResolveToolStep
      * ServerOperation.result ClientCallStep
      * ToolCall.arguments ArgumentsStep ResolveToolStep
      * ToolCall.caller CallerStep
      * ToolCall.counted CallGuardStep
        ToolCall.isApproved ApprovalStep
        ToolCall.isSuspendable ApprovalStep
      * ToolCall.isUnknown CatalogCalls ResolveToolStep
      * ToolCall.offered CatalogCalls
      * ToolCall.output
      * ToolCall.ownAnswer CatalogCalls ResolveToolStep
      * ToolCall.ownHistory ResolveToolStep
        ToolCall.progressListener CallEventsStep
      * ToolCall.refusal CatalogCalls ResolveToolStep
        ToolCall.result ClientCallStep
        ToolCall.resumed ApprovalStep
        ToolCall.sentOptions DeadlineStep
        ToolCall.submitted ClientCallStep
      * ToolCall.timeout DeadlineStep
      * ToolCall.tool ResolveToolStep
      * ToolCall.unreadable ResolveToolStep
        ToolCall.userFailure
      """;

  @Test
  void eachSharedFieldHasAtMostTwoWriters() {
    StringBuilder table = new StringBuilder();
    int visible = 0;
    for (JavaField field : mutableFields()) {
      Set<String> writers =
          users(field, access -> access.getAccessType() == JavaFieldAccess.AccessType.SET);
      table.append(isVisible(field) ? "* " : "  ").append(name(field));
      writers.forEach(writer -> table.append(' ').append(writer));
      table.append('\n');
      visible += isVisible(field) ? 1 : 0;
      assertThat(writers).as(name(field)).hasSizeLessThanOrEqualTo(2);
    }

    assertThat(table.toString()).isEqualTo(TABLE);
    assertThat(visible).isLessThanOrEqualTo(30);
  }

  private static List<JavaField> mutableFields() {
    return MAIN.stream()
        .filter(type -> CALLS.contains(type.getSimpleName()))
        .flatMap(type -> type.getFields().stream())
        .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
        .sorted(Comparator.comparing(CallStateTest::name))
        .toList();
  }

  private static String name(JavaField field) {
    return field.getOwner().getSimpleName() + "." + field.getName();
  }

  /** Whether a method returns its value to a step. */
  private static boolean isVisible(JavaField field) {
    return !users(
            field,
            access ->
                access.getAccessType() == JavaFieldAccess.AccessType.GET
                    && access.getOrigin() instanceof JavaMethod method
                    && method.getRawReturnType().equals(field.getRawType()))
        .isEmpty();
  }

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
    String owner = stepOrTopLevel(unit.getOwner()).getSimpleName();
    if (!CALLS.contains(owner)) {
      users.add(PARTS.getOrDefault(owner, owner));
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

  private static JavaClass stepOrTopLevel(JavaClass type) {
    return type.isAssignableTo(PipelineStep.class)
        ? type
        : type.getEnclosingClass().map(CallStateTest::stepOrTopLevel).orElse(type);
  }
}
