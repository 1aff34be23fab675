package io.mcpbridge.internal.pipeline;

/**
 * One step of a call. A step is shared by all calls: what it has to remember about a call is in a
 * {@link StepField}, or in the call if other steps use it. Written once for blocking and
 * asynchronous calls; a step does not block, but returns a {@link Wait}.
 *
 * @param <C> the calls that it is for
 */
public interface PipelineStep<C extends PipelineCall> {

  /**
   * Runs before the steps that follow, and again after a {@link Wait} that it returned. An
   * exception ends the way forward; {@link PipelineCall#failure} has it on the way back.
   *
   * @return {@link Next#PROCEED}, {@link Next#RETURN} if this step has answered the call, or a
   *     {@link Wait}
   */
  default Next before(C call) {
    return Next.PROCEED;
  }

  /**
   * Runs on the way back, whenever {@link #before} has run: also if it failed itself, or waited in
   * vain. An exception replaces the outcome of the call.
   *
   * @return {@link Next#RETURN}, or {@link Next#AGAIN} to discard the failure and run the call
   *     again from this step; the way back does not wait
   */
  default Next after(C call) {
    return Next.RETURN;
  }
}
