/** The authorization server: Spring Authorization Server with its own login and consent pages. */
@NullMarked
package io.mcpbridge.verification.authorization.issuer;

import org.jspecify.annotations.NullMarked;
