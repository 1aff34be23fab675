package io.mcpbridge.realservers.stores;

import io.mcpbridge.approval.jdbc.ApprovalAuditContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class MariaDbApprovalAuditTest extends ApprovalAuditContract {

  @RegisterExtension final ResultTable results = new ResultTable("mariadb");

  MariaDbApprovalAuditTest() {
    super(ApprovalTable.mariaDb());
  }
}
