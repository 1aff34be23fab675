package io.mcpbridge.verification.schemas;

import java.util.Map;

/**
 * What was sent to one model.
 *
 * @param title over its column
 * @param cells by the name of the shape
 */
record Column(String title, Map<String, Cell> cells) {}
