/** Content of messages. */
@NullMarked
package io.mcpbridge.test.internal.content;

import org.jspecify.annotations.NullMarked;
