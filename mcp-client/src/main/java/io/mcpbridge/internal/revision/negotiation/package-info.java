/** Which revision and transport a server supports. */
@NullMarked
package io.mcpbridge.internal.revision.negotiation;

import org.jspecify.annotations.NullMarked;
