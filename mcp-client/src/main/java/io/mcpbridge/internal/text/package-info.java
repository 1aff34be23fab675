/** Sanitizing of untrusted text for users, models and terminals. */
@NullMarked
package io.mcpbridge.internal.text;

import org.jspecify.annotations.NullMarked;
