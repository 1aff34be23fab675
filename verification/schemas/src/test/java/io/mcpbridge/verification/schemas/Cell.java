package io.mcpbridge.verification.schemas;

/**
 * What a model was sent of one shape.
 *
 * @param verdict how much of the schema that is
 * @param sent the tool in the request's body, or {@code null} if it was not there
 * @param silent what of the schema is neither there nor reported; empty if nothing is
 */
record Cell(String verdict, SentTool sent, String silent) {}
