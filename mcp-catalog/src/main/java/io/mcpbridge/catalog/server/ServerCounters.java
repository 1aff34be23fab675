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
 * @param storedResults long results, and binary contents, that the {@link
 *     io.mcpbridge.result.ResultStore} keeps or kept
 * @param storedBytes their size in UTF-8, binary contents as Base64
 * @param resultsNotStored those that it did not keep: too large for it, or it failed or was slow
 * @param storedResultReads calls of {@code read_result} that found a result
 * @param storedResultsMissed those that found none: expired, forgotten, or of another user or
 *     conversation
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
    long openServerRequests,
    long storedResults,
    long storedBytes,
    long resultsNotStored,
    long storedResultReads,
    long storedResultsMissed) {}
