/** Files that several threads and processes change concurrently. */
@NullMarked
package io.mcpbridge.file;

import org.jspecify.annotations.NullMarked;
