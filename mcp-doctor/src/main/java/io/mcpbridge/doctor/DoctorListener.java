package io.mcpbridge.doctor;

/**
 * Notified of the progress of an examination. Called on several threads at once; must return soon.
 */
public interface DoctorListener {

  /** The examination of a server has ended. */
  default void finished(ServerDiagnosis diagnosis) {}
}
