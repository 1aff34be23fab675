package io.mcpbridge;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Set;

/** Every package belongs to a layer and depends only on itself and on lower layers. */
class LookOnlyDownwards extends ArchCondition<JavaClass> {
  private static final int UNPLACED = -1;

  private final String base;
  private final List<Set<String>> floors;

  LookOnlyDownwards(String base, List<Set<String>> floors) {
    super("look only downwards through %s", floors);
    this.base = base;
    this.floors = floors;
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    if (floorOf(type) == UNPLACED) {
      events.add(
          SimpleConditionEvent.violated(
              type, type.getName() + " is in a package without a floor: place it in FLOORS"));
    }
    type.getDirectDependenciesFromSelf().stream()
        .filter(arrow -> isOurs(arrow.getTargetClass()) && !pointsDownwards(arrow))
        .forEach(arrow -> events.add(SimpleConditionEvent.violated(arrow, arrow.getDescription())));
  }

  private boolean pointsDownwards(Dependency arrow) {
    JavaClass from = arrow.getOriginClass();
    JavaClass to = arrow.getTargetClass();
    return from.getPackageName().equals(to.getPackageName()) || floorOf(to) < floorOf(from);
  }

  private boolean isOurs(JavaClass type) {
    return type.getPackageName().equals(base) || type.getPackageName().startsWith(base + ".");
  }

  private int floorOf(JavaClass type) {
    for (int floor = 0; floor < floors.size(); floor++) {
      for (String name : floors.get(floor)) {
        if (type.getPackageName().equals(base + "." + name)) {
          return floor;
        }
      }
    }
    return UNPLACED;
  }
}
