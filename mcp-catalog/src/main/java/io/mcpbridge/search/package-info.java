/**
 * Finds tools by what they do. {@link io.mcpbridge.search.ToolSearch} ranks the tools of a snapshot
 * by words, and by meaning if the application has an embedding model.
 */
@NullMarked
package io.mcpbridge.search;

import org.jspecify.annotations.NullMarked;
