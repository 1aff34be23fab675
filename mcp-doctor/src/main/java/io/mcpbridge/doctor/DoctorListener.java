package io.mcpbridge.doctor;

import io.mcpbridge.catalog.server.ServerStatus;

/**
 * Notified of the progress of an examination. Called on several threads at once; must return soon.
 */
public interface DoctorListener {

  /** The examination of a server begins; its process is started or its address is connected to. */
  default void started(ServerStatus server) {}

  /** The examination of a server has ended. */
  default void finished(ServerDiagnosis diagnosis) {}
}
