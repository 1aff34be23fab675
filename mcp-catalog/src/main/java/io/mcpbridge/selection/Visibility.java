package io.mcpbridge.selection;

/** Who sees a tool, from the widest audience to the narrowest. */
public enum Visibility {
  /** The model sees the tool and may call it. */
  OFFERED,

  /** The application may call the tool; the model does not see it. */
  HIDDEN,

  /** Shown in user interfaces; calls are refused. */
  DISABLED,

  /** Treated as if the server did not have it. */
  EXCLUDED;

  /** Returns the narrower of the two. */
  public Visibility narrower(Visibility other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
