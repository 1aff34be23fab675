package io.mcpbridge.catalog.server;

/**
 * Counters of a server since it was configured.
 *
 * @param calls completed tool calls
 * @param failures calls without a result from the tool
 * @param connects successful connections
 * @param refreshes tool listings
 * @param retries retried calls
 * @param limited calls that were not made because of {@link CallGuards}
 * @param invalidArguments calls that were not made because of the model's arguments
 * @param approvalsAsked calls that needed an answer of the {@code ApprovalHandler}
 * @param approvalsGranted those that it allowed
 * @param approvalsDenied those that it denied, or did not answer in time
 * @param openServerRequests requests of the server that the application answers at the moment, such
 *     as an elicitation
 */
public record ServerCounters(
    long calls,
    long failures,
    long connects,
    long refreshes,
    long retries,
    long limited,
    long invalidArguments,
    long approvalsAsked,
    long approvalsGranted,
    long approvalsDenied,
    long openServerRequests) {}
