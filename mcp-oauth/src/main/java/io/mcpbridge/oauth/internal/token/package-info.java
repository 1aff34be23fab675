/** Registers the client, and gets, refreshes and revokes tokens: one class for each grant. */
@NullMarked
package io.mcpbridge.oauth.internal.token;

import org.jspecify.annotations.NullMarked;
