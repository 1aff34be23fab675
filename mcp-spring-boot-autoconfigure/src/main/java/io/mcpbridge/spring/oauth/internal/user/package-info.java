/** Finds the current user, and their token. */
@NullMarked
package io.mcpbridge.spring.oauth.internal.user;

import org.jspecify.annotations.NullMarked;
