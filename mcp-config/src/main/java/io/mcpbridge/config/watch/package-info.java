/** Reports changes of files. */
@NullMarked
package io.mcpbridge.config.watch;

import org.jspecify.annotations.NullMarked;
