package io.mcpbridge.input;

import io.mcpbridge.internal.concurrent.Workers;
import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.ElicitUrlRequest;
import java.io.BufferedReader;
import java.io.Console;
import java.io.Flushable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers servers' forms and URLs at a console: shows who asks and why, and asks for one field
 * after the other. A wrong value is asked for again; an empty line takes the default, or leaves an
 * optional field out. {@value #CANCEL}, or the end of the input, dismisses the request, and {@value
 * #DECLINE} declines it.
 *
 * <pre>{@code
 * ConsoleInput console = ConsoleInput.system();
 * ToolCatalog.builder().inputHandlers(console.handlers());
 * }</pre>
 *
 * <p>Thread-safe: one request is answered at a time. A program that reads the same input elsewhere
 * uses {@link #readLine}. Texts of servers are shown without terminal sequences and invisible
 * characters.
 *
 * <p>(2026-07-28, client, elicitation)
 */
public final class ConsoleInput {

  /** The line that dismisses a request. */
  public static final String CANCEL = "/cancel";

  /** The line that declines a request. */
  public static final String DECLINE = "/decline";

  private static final String HELP =
      "(An empty line keeps [the default] or leaves an optional field out; "
          + DECLINE
          + " declines, "
          + CANCEL
          + " cancels.)";

  private final Source source;
  private final Appendable out;
  private final @Nullable Consumer<URI> browser;
  private final State state;

  private ConsoleInput(
      Source source, Appendable out, @Nullable Consumer<URI> browser, State state) {
    this.source = source;
    this.out = out;
    this.browser = browser;
    this.state = state;
  }

  /** Prints a prompt and reads one line; {@code null} at the end of the input. */
  @FunctionalInterface
  private interface Source {
    @Nullable String read(String prompt, boolean isSecret) throws IOException;
  }

  /** What copies with another browser share. */
  private static final class State {

    private final ReentrantLock lock = new ReentrantLock();

    /** The line that is being read, also for a request that was interrupted meanwhile. */
    private @Nullable FutureTask<@Nullable String> pending;
  }

  /** Ends a form. */
  private static final class EndException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ElicitResult result;

    private EndException(ElicitResult result) {
      super(null, null, false, false);
      this.result = result;
    }
  }

  /**
   * The terminal of this process, which does not echo secrets. Without a terminal, standard input,
   * with the prompts on standard error, so that standard output stays that of the program.
   */
  public static ConsoleInput system() {
    Console console = System.console();
    if (console == null) {
      return of(new InputStreamReader(System.in, Charset.defaultCharset()), System.err);
    }
    Source terminal =
        (prompt, isSecret) -> {
          if (!isSecret) {
            return console.readLine("%s", prompt);
          }
          char[] secret = console.readPassword("%s", prompt); // prompts once the echo is off
          return secret == null ? null : new String(secret);
        };
    return new ConsoleInput(terminal, console.writer(), null, new State());
  }

  /**
   * Another console. Whether it echoes secrets is its own matter.
   *
   * @param in read line by line, ahead, so that nothing else should read it
   * @param out gets the prompts, and is flushed before each line that is read
   */
  public static ConsoleInput of(Reader in, Appendable out) {
    BufferedReader lines =
        in instanceof BufferedReader buffered ? buffered : new BufferedReader(in);
    Source source =
        (prompt, isSecret) -> {
          append(out, prompt);
          return lines.readLine();
        };
    return new ConsoleInput(source, out, null, new State());
  }

  /**
   * A copy that opens a URL once the user agrees, on the thread that answers. By default the user
   * opens it.
   */
  public ConsoleInput withBrowser(Consumer<URI> opener) {
    return new ConsoleInput(source, out, opener, state);
  }

  /** Handlers of forms and URLs; others are added to a builder with {@code console::answer}. */
  public InputHandlers handlers() {
    return InputHandlers.builder().elicitForm(this::answer).elicitUrl(this::answer).build();
  }

  /**
   * Asks the user to fill in a form, and to review it. Blocks until then; an interrupt cancels.
   *
   * @throws IllegalArgumentException if a field has a type that forms do not support
   * @throws UncheckedIOException if the console cannot be read or written
   */
  public ElicitResult answer(ElicitFormRequest form, InputContext context) {
    String server = context.server();
    List<ConsoleField> fields =
        FormSchema.of(form).fields().stream().map(ConsoleField::new).toList();
    return exclusively(
        () -> {
          introduce(server, form.message());
          if (fields.isEmpty()) {
            return isAccepted("Accept?") ? ElicitResult.accept() : ElicitResult.decline();
          }
          print(HELP + "\n");
          while (true) {
            Map<ConsoleField, @Nullable Object> values = new LinkedHashMap<>();
            for (ConsoleField field : fields) {
              values.put(field, value(field));
            }
            print("\n");
            values.forEach(
                (field, value) -> {
                  if (value != null) {
                    String shown = field.isSecret() ? "***" : field.shown(value);
                    print("  " + field.title() + ": " + shown + "\n");
                  }
                });
            if (isAccepted("Send this to \"" + line(server) + "\"?")) {
              Map<String, Object> content = new LinkedHashMap<>();
              values.forEach(
                  (field, value) -> {
                    if (value != null) {
                      content.put(field.name(), value);
                    }
                  });
              return ElicitResult.accept(content);
            }
          }
        });
  }

  /**
   * Shows a URL and asks whether the user wants to visit it. Blocks until then; an interrupt
   * cancels.
   *
   * @throws UncheckedIOException if the console cannot be read or written
   */
  public ElicitResult answer(ElicitUrlRequest visit, InputContext context) {
    String server = context.server();
    return exclusively(
        () -> {
          introduce(server, visit.message());
          print("  " + DisplayText.escapedLine(visit.url(), Integer.MAX_VALUE) + "\n");
          Consumer<URI> opener = browser;
          String question = opener == null ? "Do you visit this URL?" : "Open it in the browser?";
          if (!isAccepted(question)) {
            return ElicitResult.decline();
          }
          if (opener != null) {
            opener.accept(URI.create(visit.url()));
          }
          return ElicitResult.accept();
        });
  }

  /**
   * Asks a question of yes or no, such as whether a call is approved. The end of the input and an
   * interrupt are a no.
   *
   * @param question shown in one line: line breaks and invisible characters are escaped, so that
   *     what a model wrote cannot hide a part of it
   * @throws UncheckedIOException if the console cannot be read or written
   */
  public boolean confirm(String question) {
    String shown = DisplayText.escapedLine(question, Integer.MAX_VALUE);
    return exclusively(() -> isAccepted(shown) ? ElicitResult.accept() : ElicitResult.decline())
            .action()
        == ElicitResult.Action.ACCEPT;
  }

  /**
   * Prints a prompt and reads a line. What was typed for an earlier request, which was interrupted,
   * is discarded.
   *
   * @param prompt shown without terminal sequences and invisible characters
   * @return {@code null} at the end of the input, or if the thread is interrupted
   * @throws UncheckedIOException if the console cannot be read or written
   */
  public @Nullable String readLine(String prompt) {
    return read(DisplayText.plain(prompt), false);
  }

  /** Same, without showing on a terminal what the user types. */
  public @Nullable String readSecret(String prompt) {
    return read(DisplayText.plain(prompt), true);
  }

  private void introduce(String server, String message) {
    String text = DisplayText.plain(message).replace("\n", "\n  "); // is no other server's line
    print("\nThe server \"" + line(server) + "\" asks: " + text + "\n");
  }

  private static String line(String server) {
    return DisplayText.line(server, 100);
  }

  private @Nullable Object value(ConsoleField field) {
    String prompt = field.prompt();
    while (true) {
      try {
        return field.value(answer(prompt, field.isSecret()));
      } catch (ConsoleField.InvalidException e) {
        print(e.getMessage() + ".\n");
      }
    }
  }

  private boolean isAccepted(String question) {
    while (true) {
      switch (answer(question + " (y or n): ", false).strip().toLowerCase(Locale.ROOT)) {
        case "y", "yes" -> {
          return true;
        }
        case "n", "no" -> {
          return false;
        }
        default -> print("Answer y or n.\n");
      }
    }
  }

  /** A line that is neither the end of the input nor the word for it. */
  private String answer(String prompt, boolean isSecret) {
    String line = read(prompt, isSecret);
    if (line == null) {
      print("\n");
    }
    if (line == null || line.strip().equals(CANCEL)) {
      throw new EndException(ElicitResult.cancel());
    }
    if (line.strip().equals(DECLINE)) {
      throw new EndException(ElicitResult.decline());
    }
    return line;
  }

  /** A request at a time; the thread of an interrupted one stays interrupted. */
  private ElicitResult exclusively(Supplier<ElicitResult> answer) {
    try {
      state.lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ElicitResult.cancel();
    }
    try {
      return answer.get();
    } catch (EndException e) {
      return e.result;
    } finally {
      state.lock.unlock();
    }
  }

  private @Nullable String read(String prompt, boolean isSecret) {
    try {
      state.lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
    try {
      discardAbandonedLine();
      FutureTask<@Nullable String> reading = new FutureTask<>(() -> source.read(prompt, isSecret));
      state.pending = reading;
      ExecutorService worker = Workers.named("console"); // since reading ignores interrupts
      worker.execute(reading);
      worker.shutdown();
      String line = reading.get();
      state.pending = null;
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException e) {
      state.pending = null;
      throw e.getCause() instanceof IOException failure
          ? new UncheckedIOException(failure)
          : new IllegalStateException(e.getCause());
    } finally {
      state.lock.unlock();
    }
  }

  /** What the user types for an interrupted request, such as a secret, is for no other one. */
  private void discardAbandonedLine() throws InterruptedException {
    FutureTask<@Nullable String> abandoned = state.pending;
    if (abandoned == null) {
      return;
    }
    if (!abandoned.isDone()) {
      print("\n(The question above was canceled: press Enter to go on.)\n");
    }
    try {
      abandoned.get();
    } catch (ExecutionException e) {
      // a console that cannot be read fails for the next line, too
    }
    state.pending = null;
  }

  private void print(String text) {
    try {
      append(out, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void append(Appendable out, String text) throws IOException {
    out.append(text);
    if (out instanceof Flushable flushable) {
      flushable.flush();
    }
  }
}
