/**
 * Tool calls as the user who is signed in with Spring Security, or as the application, with the
 * tokens of its OAuth 2.0 client registrations.
 */
@NullMarked
package io.mcpbridge.spring.security;

import org.jspecify.annotations.NullMarked;
