/** REST endpoints of the calls that wait for approval. */
@NullMarked
package io.mcpbridge.spring.approval;

import org.jspecify.annotations.NullMarked;
