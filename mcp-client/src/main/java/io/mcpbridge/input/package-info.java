/**
 * What a server may ask this application for, and who answers: forms, URLs, sampling, roots.
 * Without a handler nothing is declared and nothing given.
 */
@NullMarked
package io.mcpbridge.input;

import org.jspecify.annotations.NullMarked;
