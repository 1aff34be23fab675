/**
 * Stores of tokens and of pending authorizations: in memory, in an encrypted file, in a database.
 */
@NullMarked
package io.mcpbridge.oauth.store;

import org.jspecify.annotations.NullMarked;
