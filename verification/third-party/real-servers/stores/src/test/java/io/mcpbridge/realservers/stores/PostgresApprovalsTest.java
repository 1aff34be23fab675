package io.mcpbridge.realservers.stores;

import io.mcpbridge.approval.jdbc.ApprovalStoreContract;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresApprovalsTest extends ApprovalStoreContract {

  @RegisterExtension final ResultTable results = new ResultTable("postgresql");

  PostgresApprovalsTest() {
    super(ApprovalTable.postgres());
  }

  @Override
  protected DataSource inTimeZone(String zone) {
    return ApprovalTable.postgresInTimeZone(zone);
  }
}
