/** Reports changes of files. */
@NullMarked
package io.mcpbridge.config.internal.watch;

import org.jspecify.annotations.NullMarked;
