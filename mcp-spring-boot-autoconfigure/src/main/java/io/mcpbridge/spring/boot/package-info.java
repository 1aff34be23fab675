/**
 * What a Spring Boot application declares: properties, annotations and customizers. {@link
 * io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration} creates the catalog from
 * properties; one further class per framework exposes its tools.
 */
@NullMarked
package io.mcpbridge.spring.boot;

import org.jspecify.annotations.NullMarked;
