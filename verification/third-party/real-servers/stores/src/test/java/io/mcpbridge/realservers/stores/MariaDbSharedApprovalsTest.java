package io.mcpbridge.realservers.stores;

import io.mcpbridge.approval.jdbc.SharedApprovalsContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class MariaDbSharedApprovalsTest extends SharedApprovalsContract {

  @RegisterExtension final ResultTable results = new ResultTable("mariadb");

  MariaDbSharedApprovalsTest() {
    super(ApprovalTable.mariaDb());
  }
}
