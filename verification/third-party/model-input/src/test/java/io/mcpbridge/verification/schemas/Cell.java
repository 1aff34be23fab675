package io.mcpbridge.verification.schemas;

/**
 * What a model received of one shape.
 *
 * @param verdict how much of the schema it received
 * @param sent the tool in the request body, or {@code null} if it was missing
 * @param silent the parts of the schema that are neither sent nor reported; empty if none
 */
record Cell(String verdict, SentTool sent, String silent) {}
