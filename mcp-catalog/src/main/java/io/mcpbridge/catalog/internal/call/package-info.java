/** The steps of every call, from the model's tool name to the client. */
@NullMarked
package io.mcpbridge.catalog.internal.call;

import org.jspecify.annotations.NullMarked;
