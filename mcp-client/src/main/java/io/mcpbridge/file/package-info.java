/** Files that several threads and processes change. */
@NullMarked
package io.mcpbridge.file;

import org.jspecify.annotations.NullMarked;
