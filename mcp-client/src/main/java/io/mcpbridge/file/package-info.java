/** Files that several threads and processes change concurrently, or only their owner may read. */
@NullMarked
package io.mcpbridge.file;

import org.jspecify.annotations.NullMarked;
