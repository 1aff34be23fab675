/** On whose behalf a call is made, and how thread-bound context reaches the threads of calls. */
@NullMarked
package io.mcpbridge.context;

import org.jspecify.annotations.NullMarked;
