package io.mcpbridge.selection;

/** For whom a tool is there. From the most to the least. */
public enum Visibility {
  /** For the model: it is told of the tool and may call it. */
  OFFERED,

  /** For the application alone: it may call the tool; the model is not told of it. */
  HIDDEN,

  /** For people to look at: nobody may call it, and whoever does is told so. */
  DISABLED,

  /** For nobody: as if the server did not have it. */
  EXCLUDED;

  /** Whichever of the two lets fewer see it. */
  public Visibility orLess(Visibility other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
