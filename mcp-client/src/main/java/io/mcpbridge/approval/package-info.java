/**
 * Which calls of tools run by themselves, which only after somebody agreed, and which never: {@link
 * io.mcpbridge.approval.ApprovalPolicy}.
 */
@NullMarked
package io.mcpbridge.approval;

import org.jspecify.annotations.NullMarked;
