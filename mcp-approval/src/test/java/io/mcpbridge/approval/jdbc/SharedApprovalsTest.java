package io.mcpbridge.approval.jdbc;

/** Instances of an application that share approvals in H2. */
class SharedApprovalsTest extends SharedApprovalsContract {

  SharedApprovalsTest() {
    super(TestDatabase.h2());
  }
}
