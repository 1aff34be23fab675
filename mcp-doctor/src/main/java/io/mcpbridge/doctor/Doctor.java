package io.mcpbridge.doctor;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.schema.SchemaProfile;
import java.time.Duration;

/**
 * Finds what is wrong with the servers of a catalog: the cause, the setting to change, and what to
 * write there. Thread-safe.
 *
 * <pre>{@code
 * Diagnosis diagnosis = Doctor.builder().build().examine(catalog);
 * System.out.println(diagnosis);
 * }</pre>
 */
public final class Doctor {

  private final Duration deadline;
  private final SchemaProfile profile;
  private final SettingOrigins origins;
  private final DoctorListener listener;

  private Doctor(Builder builder) {
    this.deadline = builder.deadline;
    this.profile = builder.profile;
    this.origins = builder.origins;
    this.listener = builder.listener;
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Examines all servers in parallel. Connects those that are not connected yet, lazy ones
   * included. Blocks for at most a little more than the deadline.
   */
  public Diagnosis examine(ToolCatalog catalog) {
    throw new UnsupportedOperationException("" + deadline + profile + origins + listener + catalog);
  }

  /**
   * Examines one server.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  public ServerDiagnosis examine(ToolCatalog catalog, String server) {
    throw new UnsupportedOperationException(server + catalog);
  }

  /** Builds a doctor. */
  public static final class Builder {

    private Duration deadline = Duration.ofSeconds(10);
    private SchemaProfile profile = SchemaProfile.VERBATIM;
    private SettingOrigins origins = (server, setting) -> null;
    private DoctorListener listener = new DoctorListener() {};

    private Builder() {}

    /** How long to wait for one server; default 10 seconds. All are examined in parallel. */
    public Builder deadline(Duration deadline) {
      this.deadline = deadline;
      return this;
    }

    /** The form of schemas that the model gets; default {@link SchemaProfile#VERBATIM}. */
    public Builder profile(SchemaProfile profile) {
      this.profile = profile;
      return this;
    }

    /** Where settings are written; default unknown. */
    public Builder origins(SettingOrigins origins) {
      this.origins = origins;
      return this;
    }

    /** Notified of the progress. */
    public Builder listener(DoctorListener listener) {
      this.listener = listener;
      return this;
    }

    /** Builds the doctor. */
    public Doctor build() {
      return new Doctor(this);
    }
  }
}
