package io.mcpbridge.internal.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The way of a call through its steps, on its caller's thread and asynchronously. */
class PipelineTest {

  private final List<String> seen = new ArrayList<>();
  private final Queue<Runnable> queued = new ArrayDeque<>();
  private final CompletableFuture<@Nullable Void> stage = new CompletableFuture<>();
  private final Call call = new Call();
  private boolean over;
  private Executor executor = queued::add;

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  private static final class Call extends PipelineCall {

    private int attempts;
  }

  /** Notes that it runs; does what is asked the first times. */
  private class Step implements PipelineStep<Call> {

    private final String name;
    private final Queue<Next> nexts = new ArrayDeque<>();
    private final Queue<Next> back = new ArrayDeque<>();
    private @Nullable RuntimeException failure;

    private Step(String name) {
      this.name = name;
    }

    Step next(Next next) {
      nexts.add(next);
      return this;
    }

    private Step back(Next next) {
      back.add(next);
      return this;
    }

    private Step fails(RuntimeException exception) {
      failure = exception;
      return this;
    }

    @Override
    public Next before(Call made) {
      seen.add(name);
      RuntimeException exception = failure;
      failure = null;
      if (exception != null) {
        throw exception;
      }
      made.attempts++;
      Next next = nexts.poll();
      return next == null ? Next.PROCEED : next;
    }

    @Override
    public Next after(Call made) {
      seen.add("-" + name);
      Next next = back.poll();
      return next == null ? Next.RETURN : next;
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> Next sneak(Throwable failure) throws E {
    throw (E) failure;
  }

  private Step a() {
    return new Step("a");
  }

  private Step last() {
    return new Step("z") {
      @Override
      public Next before(Call made) {
        Next next = super.before(made);
        return next == Next.PROCEED ? Next.RETURN : next;
      }
    };
  }

  private static Pipeline<Call> of(Step... steps) {
    return new Pipeline<>(List.of(steps));
  }

  private Wait waitForStage() {
    return Wait.until(stage, TimeUnit.MINUTES.toNanos(5), () -> {}, "interrupted in the test");
  }

  private Pipeline<Call> submit(Pipeline<Call> pipeline) {
    pipeline.prepare(
        call,
        work -> executor.execute(work),
        cause -> new McpUnavailableException("closed", null, cause),
        () -> over = true);
    pipeline.submit(call);
    runQueued();
    return pipeline;
  }

  private void runQueued() {
    for (Runnable next = queued.poll(); next != null; next = queued.poll()) {
      next.run();
    }
  }

  @Test
  void runsStepsInOrderAndBackInReverse() {
    of(a(), new Step("b"), last()).run(call);

    assertThat(seen).containsExactly("a", "b", "z", "-z", "-b", "-a");
  }

  @Test
  void stepThatReturnsSkipsFollowingSteps() {
    of(a(), new Step("b").next(Next.RETURN), last()).run(call);

    assertThat(seen).containsExactly("a", "b", "-b", "-a");
  }

  @Test
  void throwsFailureAfterUnwindingSteps() {
    RuntimeException failure = new IllegalStateException("broken");

    assertThatThrownBy(() -> of(a(), new Step("b").fails(failure), last()).run(call))
        .isSameAs(failure);

    assertThat(seen).containsExactly("a", "b", "-b", "-a");
  }

  /** Kotlin and other languages do not declare checked exceptions. */
  @Test
  void aCheckedExceptionFailsTheCall() {
    Step failing =
        new Step("b") {
          @Override
          public Next before(Call made) {
            return PipelineTest.<RuntimeException>sneak(new InterruptedException("stopped"));
          }
        };

    assertThatThrownBy(() -> of(a(), failing, last()).run(call))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(InterruptedException.class);

    assertThat(seen).containsExactly("a", "-b", "-a");
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void aStepMayNotWaitOnTheWayBack() {
    assertThatThrownBy(() -> of(a(), new Step("b").back(waitForStage()), last()).run(call))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Step.after");

    assertThat(seen).containsExactly("a", "b", "z", "-z", "-b", "-a");
  }

  @Test
  void stepCanRetryFromItself() {
    Step failing = last().fails(new McpException("once"));

    of(a(), new Step("b").back(Next.AGAIN), failing).run(call);

    assertThat(seen).containsExactly("a", "b", "z", "-z", "-b", "b", "z", "-z", "-b", "-a");
  }

  /** Runs the steps after it within itself. */
  private final class Nesting extends Step {

    private final List<Executor> executors = new ArrayList<>();
    private Pipeline<Call> pipeline = of();

    private Nesting(String name) {
      super(name);
    }

    @Override
    public Next before(Call made) {
      Next next = super.before(made);
      pipeline.runFollowing(made);
      executors.add(made.executor());
      return next;
    }
  }

  @Test
  void stepCanRunFollowingStepsWithinItself() {
    Nesting nesting = new Nesting("b");
    nesting.pipeline = of(a(), nesting, new Step("c"), last());

    nesting.pipeline.run(call);

    assertThat(seen)
        .containsExactly("a", "b", "c", "z", "-z", "-c", "c", "z", "-z", "-c", "-b", "-a");
  }

  @Test
  void stepGetsFailureOfStepsWithinItself() {
    Nesting nesting = new Nesting("b");
    Step failing = new Step("c").fails(new McpException("within"));
    nesting.pipeline = of(a(), nesting, failing, last());

    assertThatThrownBy(() -> nesting.pipeline.run(call)).hasMessage("within");

    assertThat(seen).containsExactly("a", "b", "c", "-c", "-b", "-a");
  }

  @Test
  void stepsWithinAStepBlockAnAsyncCall() {
    Nesting nesting = new Nesting("b");
    Step waiting =
        new Step("c") {
          @Override
          public Next before(Call made) {
            assertThat(made.executor()).isNull();
            return super.before(made);
          }
        };
    waiting.next(Wait.pause(TimeUnit.MILLISECONDS.toNanos(20), "interrupted"));
    nesting.next(Next.RETURN);
    nesting.pipeline = of(a(), nesting, waiting, last());

    submit(nesting.pipeline);

    assertThat(seen).containsExactly("a", "b", "c", "c", "z", "-z", "-c", "-b", "-a");
    assertThat(nesting.executors).doesNotContainNull();
    assertThat(over).isTrue();
  }

  @Test
  void stepRunsAgainAfterWaiting() {
    stage.complete(null);

    of(a().next(waitForStage()), last()).run(call);

    assertThat(seen).containsExactly("a", "a", "z", "-z", "-a");
  }

  @Test
  void failedStageFailsCall() {
    stage.completeExceptionally(new McpException("stage"));

    assertThatThrownBy(() -> of(a().next(waitForStage()), last()).run(call))
        .isInstanceOf(McpException.class)
        .hasMessage("stage");

    assertThat(seen).containsExactly("a", "-a");
  }

  @Test
  void aPauseBlocksTheCaller() {
    long start = System.nanoTime();

    of(a().next(Wait.pause(TimeUnit.MILLISECONDS.toNanos(20), "interrupted")), last()).run(call);

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
    assertThat(seen).containsExactly("a", "a", "z", "-z", "-a");
  }

  @Test
  void anInterruptEndsTheWait() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> of(a().next(waitForStage()), last()).run(call))
        .isInstanceOf(McpCancelledException.class)
        .hasMessage("interrupted in the test");

    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(stage).isCancelled();
  }

  @Test
  void asyncCallReleasesThreadWhileWaiting() {
    submit(of(a(), new Step("b").next(waitForStage()), last()));
    assertThat(seen).containsExactly("a", "b");
    assertThat(over).isFalse();

    stage.complete(null);
    assertThat(seen).containsExactly("a", "b");
    runQueued();

    assertThat(seen).containsExactly("a", "b", "b", "z", "-z", "-b", "-a");
    assertThat(over).isTrue();
    assertThat(call.failure()).isNull();
  }

  @Test
  void asyncCallResumesOnThreadThatCompletesOwnWork() {
    submit(of(a().next(Wait.ownWork(stage)), last()));

    stage.complete(null);

    assertThat(over).isTrue();
  }

  @Test
  void cancelCancelsAwaitedStage() {
    submit(of(a(), new Step("b").next(waitForStage()), last()));

    call.cancel();
    runQueued();

    assertThat(stage).isCancelled();
    assertThat(call.failure()).isInstanceOf(McpCancelledException.class);
    assertThat(seen).containsExactly("a", "b", "-b", "-a");
    assertThat(over).isTrue();
  }

  @Test
  void cancelledCallRunsNoFurtherSteps() {
    call.cancel();
    Pipeline<Call> pipeline = of(a(), last());
    pipeline.prepare(
        call,
        queued::add,
        cause -> new McpUnavailableException("closed", null, cause),
        () -> over = true);
    call.cancel();
    pipeline.submit(call);
    runQueued();

    assertThat(call.failure()).isInstanceOf(McpCancelledException.class);
    assertThat(call.attempts).isZero();
    assertThat(over).isTrue();
  }

  @Test
  void closeEndsWaitButNotOwnWork() {
    CompletableFuture<@Nullable Void> work = new CompletableFuture<>();
    submit(of(a().next(Wait.ownWork(work)), last().next(waitForStage())));

    call.close();
    assertThat(work).isNotDone();
    work.complete(null);
    runQueued();

    assertThat(call.failure()).isInstanceOf(McpUnavailableException.class);
    assertThat(over).isTrue();
  }

  /** The step has what it waited for, but no thread: it can return it on the way back. */
  @Test
  void rejectedExecutionUnwindsSteps() {
    submit(of(a(), new Step("b").next(waitForStage()), last()));
    executor =
        work -> {
          throw new RejectedExecutionException("shut down");
        };

    stage.complete(null);

    assertThat(call.failure()).isInstanceOf(McpUnavailableException.class);
    assertThat(seen).containsExactly("a", "b", "-b", "-a");
    assertThat(over).isTrue();
  }

  @Test
  void ifThereCanBeNoMoreThreadsTheCallGoesBack() {
    submit(of(a(), new Step("b").next(waitForStage()), last()));
    executor =
        work -> {
          throw new OutOfMemoryError("unable to create native thread");
        };

    stage.complete(null);

    assertThat(call.failure()).isInstanceOf(OutOfMemoryError.class);
    assertThat(seen).containsExactly("a", "b", "-b", "-a");
    assertThat(over).isTrue();
  }

  @Test
  void ifThereCanBeNoThreadTheCallEndsAtOnce() {
    executor =
        work -> {
          throw new OutOfMemoryError("unable to create native thread");
        };

    submit(of(a(), last()));

    assertThat(call.failure()).isInstanceOf(OutOfMemoryError.class);
    assertThat(over).isTrue();
  }
}
