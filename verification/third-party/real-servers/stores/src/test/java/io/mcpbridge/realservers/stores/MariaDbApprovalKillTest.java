package io.mcpbridge.realservers.stores;

class MariaDbApprovalKillTest extends ApprovalKillContract {

  MariaDbApprovalKillTest() {
    super(ApprovalTable.MARIA_DB, ApprovalTable.mariaDb(), 2);
  }
}
