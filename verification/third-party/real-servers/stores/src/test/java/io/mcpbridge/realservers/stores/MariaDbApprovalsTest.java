package io.mcpbridge.realservers.stores;

import io.mcpbridge.approval.jdbc.ApprovalStoreContract;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.RegisterExtension;

class MariaDbApprovalsTest extends ApprovalStoreContract {

  @RegisterExtension final ResultTable results = new ResultTable("mariadb");

  MariaDbApprovalsTest() {
    super(ApprovalTable.mariaDb());
  }

  @Override
  protected DataSource inTimeZone(String zone) {
    return ApprovalTable.mariaDbInTimeZone(zone);
  }
}
