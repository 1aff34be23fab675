/** The endpoints without HTTP: in the same process, and over stdio. */
@NullMarked
package io.mcpbridge.test.internal.channel;

import org.jspecify.annotations.NullMarked;
