/** Which revision and transport a server supports. */
@NullMarked
package io.mcpbridge.revision.negotiation;

import org.jspecify.annotations.NullMarked;
