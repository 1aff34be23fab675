/** Requests to authorization servers, each checked against the URL policy. */
@NullMarked
package io.mcpbridge.oauth.internal.http;

import org.jspecify.annotations.NullMarked;
