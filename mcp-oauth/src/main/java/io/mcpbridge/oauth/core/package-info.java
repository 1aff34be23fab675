/**
 * What both sides of the OAuth client see: registrations, tokens and their keys, the URL policy,
 * and the exceptions.
 */
@NullMarked
package io.mcpbridge.oauth.core;

import org.jspecify.annotations.NullMarked;
