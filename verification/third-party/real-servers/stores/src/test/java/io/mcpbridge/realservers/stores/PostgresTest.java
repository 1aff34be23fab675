package io.mcpbridge.realservers.stores;

class PostgresTest extends TokenStoreContract {

  PostgresTest() {
    super(Database.postgres());
  }
}
