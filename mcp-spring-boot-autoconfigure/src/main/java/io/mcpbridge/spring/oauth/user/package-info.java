/** The current user, and whose token a call carries. */
@NullMarked
package io.mcpbridge.spring.oauth.user;

import org.jspecify.annotations.NullMarked;
