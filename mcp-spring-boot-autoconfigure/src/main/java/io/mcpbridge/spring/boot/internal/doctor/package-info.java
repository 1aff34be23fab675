/** What is wrong with the servers, for operators. */
@NullMarked
package io.mcpbridge.spring.boot.internal.doctor;

import org.jspecify.annotations.NullMarked;
