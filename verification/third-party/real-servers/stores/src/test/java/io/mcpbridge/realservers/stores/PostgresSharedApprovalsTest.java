package io.mcpbridge.realservers.stores;

import io.mcpbridge.approval.jdbc.SharedApprovalsContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresSharedApprovalsTest extends SharedApprovalsContract {

  @RegisterExtension final ResultTable results = new ResultTable("postgresql");

  PostgresSharedApprovalsTest() {
    super(ApprovalTable.postgres());
  }
}
