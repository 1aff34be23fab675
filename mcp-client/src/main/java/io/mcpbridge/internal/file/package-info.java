/** Files that several threads and processes change concurrently, or only their owner may read. */
@NullMarked
package io.mcpbridge.internal.file;

import org.jspecify.annotations.NullMarked;
