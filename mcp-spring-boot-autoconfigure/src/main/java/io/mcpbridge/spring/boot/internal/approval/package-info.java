/** The calls that wait for approval, over HTTP. */
@NullMarked
package io.mcpbridge.spring.boot.internal.approval;

import org.jspecify.annotations.NullMarked;
