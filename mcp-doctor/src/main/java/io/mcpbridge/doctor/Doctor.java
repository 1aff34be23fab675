package io.mcpbridge.doctor;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.internal.concurrent.Workers;
import io.mcpbridge.schema.SchemaProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

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

  private final Builder values;

  private Doctor(Builder values) {
    this.values = values;
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Examines all servers in parallel, each within the deadline: a server that does not answer
   * delays no other. Blocks the calling thread; an interruption ends the examination at once.
   */
  public Diagnosis examine(ToolCatalog catalog) {
    ExecutorService workers = Workers.named("doctor");
    try {
      List<Future<ServerDiagnosis>> examinations = new ArrayList<>();
      for (ServerStatus server : catalog.servers()) {
        examinations.add(workers.submit(() -> new Examination(values, catalog, server).run()));
      }
      List<ServerDiagnosis> servers = new ArrayList<>();
      for (Future<ServerDiagnosis> examination : examinations) {
        servers.add(diagnosis(examination, workers));
      }
      return Diagnosis.of(servers);
    } finally {
      workers.shutdown();
    }
  }

  /** The result; an interruption ends all waits, so that each examination reports what it has. */
  private static ServerDiagnosis diagnosis(
      Future<ServerDiagnosis> examination, ExecutorService workers) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return examination.get();
        } catch (InterruptedException e) {
          interrupted = true;
          workers.shutdownNow();
        } catch (ExecutionException e) {
          throw new IllegalStateException("an examination failed", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Examines one server. Blocks the calling thread for at most the deadline.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  public ServerDiagnosis examine(ToolCatalog catalog, String server) {
    return catalog.servers().stream()
        .filter(status -> status.name().equals(server))
        .findFirst()
        .map(status -> new Examination(values, catalog, status).run())
        .orElseThrow(() -> new IllegalArgumentException("there is no server \"" + server + "\""));
  }

  /** Builds a doctor. */
  public static final class Builder {

    Duration deadline = Duration.ofSeconds(10);
    SchemaProfile profile = SchemaProfile.VERBATIM;
    int toolLimit = 128;
    boolean connects = true;
    SettingOrigins origins = (server, setting) -> null;
    DoctorListener listener = new DoctorListener() {};
    Map<String, String> environment = System.getenv();

    private Builder() {}

    private Builder copy() {
      return new Builder()
          .deadline(deadline)
          .profile(profile)
          .toolLimit(toolLimit)
          .connects(connects)
          .origins(origins)
          .listener(listener)
          .environment(environment);
    }

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

    /**
     * The maximum number of tools that the model accepts; default 128, OpenAI's limit. Set {@link
     * Integer#MAX_VALUE} for other models, and if a tool search selects the tools.
     */
    public Builder toolLimit(int toolLimit) {
      this.toolLimit = toolLimit;
      return this;
    }

    /**
     * Whether to connect servers that are not connected, lazy ones included, and to list tools
     * again; default true. If not, the doctor sends nothing and reports the present state.
     */
    public Builder connects(boolean connects) {
      this.connects = connects;
      return this;
    }

    /** Where settings are written; default unknown. */
    public Builder origins(SettingOrigins origins) {
      this.origins = origins;
      return this;
    }

    /** Notified of the progress; default: no listener. */
    public Builder listener(DoctorListener listener) {
      this.listener = listener;
      return this;
    }

    /**
     * The environment variables of the program that uses the servers, in which the doctor looks for
     * proxies; default those of this process.
     */
    public Builder environment(Map<String, String> variables) {
      this.environment = Map.copyOf(variables);
      return this;
    }

    /** Builds the doctor. */
    public Doctor build() {
      return new Doctor(copy());
    }
  }
}
