/** Sanitizing of untrusted text for users, models and terminals. Internal API. */
@NullMarked
package io.mcpbridge.internal.text;

import org.jspecify.annotations.NullMarked;
