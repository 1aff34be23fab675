package io.mcpbridge;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Set;

/** Every package belongs to a layer and depends only on itself and on lower layers. */
class DependOnlyOnLowerLayers extends ArchCondition<JavaClass> {
  private static final int NO_LAYER = -1;

  private final String base;
  private final List<Set<String>> layers;

  DependOnlyOnLowerLayers(String base, List<Set<String>> layers) {
    super("depend only on lower layers of %s", layers);
    this.base = base;
    this.layers = layers;
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    if (layerOf(type) == NO_LAYER) {
      events.add(
          SimpleConditionEvent.violated(
              type, type.getName() + " is in a package without a layer: add it to LAYERS"));
    }
    type.getDirectDependenciesFromSelf().stream()
        .filter(arrow -> isOurs(arrow.getTargetClass()) && !pointsToLowerLayer(arrow))
        .forEach(arrow -> events.add(SimpleConditionEvent.violated(arrow, arrow.getDescription())));
  }

  private boolean pointsToLowerLayer(Dependency arrow) {
    JavaClass from = arrow.getOriginClass();
    JavaClass to = arrow.getTargetClass();
    return from.getPackageName().equals(to.getPackageName()) || layerOf(to) < layerOf(from);
  }

  private boolean isOurs(JavaClass type) {
    return type.getPackageName().equals(base) || type.getPackageName().startsWith(base + ".");
  }

  private int layerOf(JavaClass type) {
    for (int layer = 0; layer < layers.size(); layer++) {
      for (String name : layers.get(layer)) {
        if (type.getPackageName().equals(base + "." + name)) {
          return layer;
        }
      }
    }
    return NO_LAYER;
  }
}
