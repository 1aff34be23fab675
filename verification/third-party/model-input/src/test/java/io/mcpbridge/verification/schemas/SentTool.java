package io.mcpbridge.verification.schemas;

import java.util.Map;

/**
 * A tool in the body of a request to a model.
 *
 * @param parameters the schema of its arguments
 */
record SentTool(String description, Map<String, Object> parameters) {}
