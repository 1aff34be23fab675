/**
 * Tool calls in the name of the user who is signed in with Spring Security, or of the application,
 * by its OAuth 2.0 client registrations.
 */
@NullMarked
package io.mcpbridge.spring.security;

import org.jspecify.annotations.NullMarked;
