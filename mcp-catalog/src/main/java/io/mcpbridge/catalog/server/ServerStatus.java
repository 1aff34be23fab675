package io.mcpbridge.catalog.server;

import io.mcpbridge.error.McpException;
import io.mcpbridge.model.ServerInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The status of one server at one moment: immutable, and without secrets. */
public final class ServerStatus {

  /** A copy that nothing changes. */
  private final Builder values;

  private ServerStatus(Builder values) {
    this.values = values;
  }

  /** A builder, for tests of code that reads a status. */
  public static Builder builder(String name, String address) {
    return new Builder(name, address);
  }

  @Override
  public String toString() {
    return name() + ": " + state() + (reason() == null ? "" : ", " + reason());
  }

  /** Its key in the configuration. */
  public String name() {
    return values.name;
  }

  /** Its address, without secrets. */
  public String address() {
    return values.address;
  }

  /** Its options. */
  public ServerOptions options() {
    return values.options;
  }

  /** Its state. */
  public ServerState state() {
    return values.state;
  }

  /** When it entered the state. */
  public Instant since() {
    return values.since;
  }

  /**
   * The cause of a problem: what was tried, the response, and what to change; of a connected
   * server, until when its {@code Retry-After} applies.
   */
  public @Nullable String reason() {
    return values.reason;
  }

  /**
   * What ended the last attempt to connect or to list tools, with the setting to change; {@code
   * null} if nothing did.
   */
  public @Nullable McpException failure() {
    return values.failure;
  }

  /** Who disabled the server; {@code null} if it is enabled. */
  public @Nullable String disabledBy() {
    return values.disabledBy;
  }

  /**
   * What the server reported when it last connected: protocol revision, server info, capabilities
   * and instructions, unmodified.
   */
  public @Nullable ServerInfo info() {
    return values.info;
  }

  /**
   * The instructions as shown to models: without invisible characters if {@link
   * ServerOptions#invisibleCharacters()} removes them; {@code null} if there are none, or if they
   * are withheld ({@link ToolChangePolicy#BLOCK}).
   */
  public @Nullable String instructions() {
    return values.instructions;
  }

  /** Its listed tools. */
  public List<CatalogTool> tools() {
    return values.tools;
  }

  /** When the next connection attempt is due, if one is scheduled. */
  public @Nullable Instant nextAttempt() {
    return values.nextAttempt;
  }

  /** The last 100 errors, oldest first. */
  public List<ServerError> errors() {
    return values.errors;
  }

  /**
   * The last lines on its process's standard error while it is connected: untrusted, without
   * secrets, often not errors; empty if there are none.
   */
  public String standardError() {
    return values.standardError;
  }

  /** Its counters. */
  public ServerCounters counters() {
    return values.counters;
  }

  /** The number of listed tools. */
  public int toolCount() {
    return values.tools.size();
  }

  /** Builds a status; what is not set is absent. */
  public static final class Builder implements Cloneable {

    private final String name;
    private final String address;
    private ServerOptions options = ServerOptions.defaults();
    private ServerState state = ServerState.CONNECTING;
    private Instant since = Instant.now();
    private @Nullable String reason;
    private @Nullable McpException failure;
    private @Nullable String disabledBy;
    private @Nullable ServerInfo info;
    private @Nullable String instructions;
    private List<CatalogTool> tools = List.of();
    private @Nullable Instant nextAttempt;
    private List<ServerError> errors = List.of();
    private String standardError = "";
    private ServerCounters counters = ServerCounters.of(Map.of());

    private Builder(String name, String address) {
      this.name = name;
      this.address = address;
    }

    /** See {@link ServerStatus#options}. */
    public Builder options(ServerOptions options) {
      this.options = options;
      return this;
    }

    /** The state, and when the server entered it; default {@link ServerState#CONNECTING}, now. */
    public Builder state(ServerState state, Instant since) {
      this.state = state;
      this.since = since;
      return this;
    }

    /** See {@link ServerStatus#reason}. */
    public Builder reason(@Nullable String reason) {
      this.reason = reason;
      return this;
    }

    /** See {@link ServerStatus#failure}. */
    public Builder failure(@Nullable McpException failure) {
      this.failure = failure;
      return this;
    }

    /** See {@link ServerStatus#disabledBy}. */
    public Builder disabledBy(@Nullable String disabledBy) {
      this.disabledBy = disabledBy;
      return this;
    }

    /** See {@link ServerStatus#info}. */
    public Builder info(@Nullable ServerInfo info) {
      this.info = info;
      return this;
    }

    /** See {@link ServerStatus#instructions}. */
    public Builder instructions(@Nullable String instructions) {
      this.instructions = instructions;
      return this;
    }

    /** See {@link ServerStatus#tools}. */
    public Builder tools(List<CatalogTool> tools) {
      this.tools = List.copyOf(tools);
      return this;
    }

    /** See {@link ServerStatus#nextAttempt}. */
    public Builder nextAttempt(@Nullable Instant nextAttempt) {
      this.nextAttempt = nextAttempt;
      return this;
    }

    /** See {@link ServerStatus#errors}. */
    public Builder errors(List<ServerError> errors) {
      this.errors = List.copyOf(errors);
      return this;
    }

    /** See {@link ServerStatus#standardError}. */
    public Builder standardError(String standardError) {
      this.standardError = standardError;
      return this;
    }

    /** See {@link ServerStatus#counters}. */
    public Builder counters(ServerCounters counters) {
      this.counters = counters;
      return this;
    }

    /** Builds the status. */
    public ServerStatus build() {
      try {
        return new ServerStatus((Builder) clone());
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
