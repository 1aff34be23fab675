/** Checks that the project's texts use standard terms. */
@org.jspecify.annotations.NullMarked
package io.mcpbridge.verification.vocabulary;
