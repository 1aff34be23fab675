/** Holds the project's texts to the field's words. */
@org.jspecify.annotations.NullMarked
package io.mcpbridge.verification.vocabulary;
