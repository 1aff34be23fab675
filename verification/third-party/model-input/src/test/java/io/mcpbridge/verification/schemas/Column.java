package io.mcpbridge.verification.schemas;

import java.util.Map;

/**
 * The requests to one model.
 *
 * @param title the heading of the column
 * @param cells by the name of the shape
 */
record Column(String title, Map<String, Cell> cells) {}
