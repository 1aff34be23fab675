package io.mcpbridge.realservers.stores;

class PostgresApprovalKillTest extends ApprovalKillContract {

  PostgresApprovalKillTest() {
    super(ApprovalTable.POSTGRES, ApprovalTable.postgres(), 2);
  }
}
