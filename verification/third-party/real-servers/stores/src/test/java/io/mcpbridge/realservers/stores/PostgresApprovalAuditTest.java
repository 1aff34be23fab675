package io.mcpbridge.realservers.stores;

import io.mcpbridge.approval.jdbc.ApprovalAuditContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresApprovalAuditTest extends ApprovalAuditContract {

  @RegisterExtension final ResultTable results = new ResultTable("postgresql");

  PostgresApprovalAuditTest() {
    super(ApprovalTable.postgres());
  }
}
