/** Whose token a call carries: what an application declares to name the current user. */
@NullMarked
package io.mcpbridge.spring.oauth.user;

import org.jspecify.annotations.NullMarked;
