package io.mcpbridge.doctor;

import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.doctor.Finding.Severity;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the doctor found about one server. Immutable, and without secrets. */
public final class ServerDiagnosis {

  /** A copy that nothing changes. */
  private final Builder values;

  private ServerDiagnosis(Builder values) {
    this.values = values;
  }

  /**
   * A builder, for servers that were not examined because their configuration cannot be used, and
   * for tests of code that shows a diagnosis.
   *
   * @param server the server's key in the configuration
   */
  public static Builder builder(String server) {
    return new Builder(server);
  }

  /** A builder with these values, to add findings of another source. */
  public Builder toBuilder() {
    return values.copy();
  }

  /** The server's key in the configuration. */
  public String server() {
    return values.server;
  }

  /** The command or URL, without secrets; empty if the configuration has none. */
  public String address() {
    return values.address;
  }

  /** Its state at the end of the examination; {@code null} if the catalog does not have it. */
  public @Nullable ServerState state() {
    return values.state;
  }

  /** How long the examination took. */
  public Duration duration() {
    return values.duration;
  }

  /** The protocol revision; {@code null} if it was never connected. */
  public @Nullable String revision() {
    return values.revision;
  }

  /** The number of tools that models get. */
  public int toolCount() {
    return values.toolCount;
  }

  /** The estimated tokens of the definitions of these tools in a request to the model. */
  public int tokens() {
    return values.tokens;
  }

  /** What was found, the most severe first. */
  public List<Finding> findings() {
    return values.findings;
  }

  /** Whether nothing has to change: there is neither an error nor a warning. */
  public boolean isHealthy() {
    return findings().stream().allMatch(finding -> finding.severity() == Severity.INFO);
  }

  /** The server, then a line for each finding. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(server());
    if (findings().isEmpty()) {
      return text.append(": no problem found").toString();
    }
    findings().forEach(finding -> text.append("\n  ").append(finding));
    return text.toString();
  }

  /** Builds a diagnosis; what is not set is absent. */
  public static final class Builder {

    private final String server;
    private String address = "";
    private @Nullable ServerState state;
    private Duration duration = Duration.ZERO;
    private @Nullable String revision;
    private int toolCount;
    private int tokens;
    private List<Finding> findings = List.of();

    private Builder(String server) {
      this.server = server;
    }

    /** See {@link ServerDiagnosis#address}. */
    public Builder address(String address) {
      this.address = address;
      return this;
    }

    /** See {@link ServerDiagnosis#state}. */
    public Builder state(@Nullable ServerState state) {
      this.state = state;
      return this;
    }

    /** See {@link ServerDiagnosis#duration}. */
    public Builder duration(Duration duration) {
      this.duration = duration;
      return this;
    }

    /** See {@link ServerDiagnosis#revision}. */
    public Builder revision(@Nullable String revision) {
      this.revision = revision;
      return this;
    }

    /** See {@link ServerDiagnosis#toolCount} and {@link ServerDiagnosis#tokens}. */
    public Builder tools(int toolCount, int tokens) {
      this.toolCount = toolCount;
      this.tokens = tokens;
      return this;
    }

    /** See {@link ServerDiagnosis#findings}; sorts them by severity. */
    public Builder findings(List<Finding> findings) {
      this.findings =
          findings.stream().sorted((a, b) -> a.severity().compareTo(b.severity())).toList();
      return this;
    }

    private Builder copy() {
      return new Builder(server)
          .address(address)
          .state(state)
          .duration(duration)
          .revision(revision)
          .tools(toolCount, tokens)
          .findings(findings);
    }

    /** Builds the diagnosis. */
    public ServerDiagnosis build() {
      return new ServerDiagnosis(copy());
    }
  }
}
