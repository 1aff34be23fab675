package io.mcpbridge.verification.fuzz;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Runs the cases of one lane, one after the other. */
final class Worker implements Runnable {

  /** How far a caller may overrun its deadline on a very busy machine. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final long NONE = -1;

  private final Lane lane;
  private final long seed;
  private final LongSupplier numbers;
  private final Report report;
  private final LogWatch log;

  /**
   * @param numbers the cases to run; negative at the end
   */
  Worker(Lane lane, long seed, LongSupplier numbers, Report report, LogWatch log) {
    this.lane = lane;
    this.seed = seed;
    this.numbers = numbers;
    this.report = report;
    this.log = log;
  }

  @Override
  public void run() {
    long number = numbers.getAsLong();
    while (number > NONE) {
      try (Application application = new Application(lane, seed)) {
        boolean usable = true;
        for (; usable && number > NONE; number = numbers.getAsLong()) {
          usable = isUsableAfter(number, application);
        }
      } catch (RuntimeException | Error e) {
        report.violation(lane.title() + " ends: " + described(e));
        return;
      }
    }
  }

  /** Runs one case; returns whether its application can be reused for the next one. */
  private boolean isUsableAfter(long number, Application application) {
    Chance chance = new Chance(seed, number, "client");
    Operation operation = Operation.of(lane, chance);
    String where =
        "--seed " + seed + " --case " + number + " (" + lane.title() + ", " + operation + "): ";
    String wrong = attempt(() -> application.arm(operation, number));
    if (wrong != null) {
      report.violation(where + "the server was not armed: " + wrong);
      return false;
    }
    long begun = System.nanoTime();
    String outcome;
    try {
      outcome = application.perform(operation, number, chance);
    } catch (McpException e) {
      outcome = Outcome.of(e);
      wrong = attempt(() -> documented(e));
    } catch (RuntimeException | Error e) {
      outcome = e.getClass().getName();
      wrong = "undocumented " + described(e);
    }
    long nanos = System.nanoTime() - begun;
    report.ended(lane, outcome, nanos);
    if (wrong != null) {
      report.violation(where + wrong);
    }
    if (nanos > limit(operation).plus(GRACE).toNanos()) {
      report.violation(where + "late, after " + Duration.ofNanos(nanos));
    }
    String unusable = usable(application, operation, number);
    if (unusable != null) {
      report.violation(where + "the next call fails: " + unusable);
    }
    log.drain().forEach(line -> report.violation(where + "about then, " + line));
    return unusable == null;
  }

  /**
   * Returns what is wrong with the next call. If the case itself may have caused the failure,
   * repeats the call, which then must succeed.
   */
  private @Nullable String usable(Application application, Operation operation, long number) {
    try {
      return application.check(operation, number);
    } catch (McpException e) {
      return mayComeLate(application, operation, e)
          ? attempt(() -> application.check(operation, number))
          : described(e);
    } catch (RuntimeException | Error e) {
      return described(e);
    }
  }

  /**
   * Whether an earlier action of the server may fail a later call: it closes a connection while a
   * request is being sent (RFC 9112, section 9.5), or sends a late message on the stream that all
   * calls share, without identifying its call. A refresh that did not end in time leaves the fault
   * to the next one.
   */
  private boolean mayComeLate(Application application, Operation operation, McpException failure) {
    if (operation == Operation.CATALOG_REFRESH
        && application.isRefreshLate()
        && failure instanceof McpConnectException) {
      return true;
    }
    return switch (lane.wire()) {
      case HTTP_JSON, HTTP_EVENTS -> failure instanceof McpConnectionLostException;
      case HTTP_SSE -> failure instanceof McpErrorResponseException;
      case STDIO ->
          failure instanceof McpErrorResponseException
              || failure instanceof McpProtocolException
              || failure instanceof McpLimitException;
    };
  }

  private static Duration limit(Operation operation) {
    return operation == Operation.CONNECT ? Duration.ofSeconds(4) : Application.LIMIT;
  }

  private static @Nullable String documented(McpException failure) {
    Outcome.requireDocumented(failure);
    return null;
  }

  private interface Attempt {
    @Nullable String make();
  }

  /** Returns what is wrong; {@code null} if nothing is. */
  private static @Nullable String attempt(Attempt work) {
    try {
      return work.make();
    } catch (RuntimeException | Error e) {
      return described(e);
    }
  }

  private static String described(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      text.append(text.isEmpty() ? "" : "\n    caused by ").append(e);
      Arrays.stream(e.getStackTrace())
          .limit(6)
          .forEach(at -> text.append("\n      at ").append(at));
    }
    return text.toString();
  }
}
