/**
 * Approval of tool calls: which run without it, which need it, and which never run. Entry point:
 * {@link io.mcpbridge.approval.ApprovalPolicy}.
 */
@NullMarked
package io.mcpbridge.approval;

import org.jspecify.annotations.NullMarked;
