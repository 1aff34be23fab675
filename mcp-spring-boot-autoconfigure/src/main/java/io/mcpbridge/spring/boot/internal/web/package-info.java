/** Paths of web applications, servlet and reactive ones. */
@NullMarked
package io.mcpbridge.spring.boot.internal.web;

import org.jspecify.annotations.NullMarked;
