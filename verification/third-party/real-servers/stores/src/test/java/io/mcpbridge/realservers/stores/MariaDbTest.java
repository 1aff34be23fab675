package io.mcpbridge.realservers.stores;

class MariaDbTest extends TokenStoreContract {

  MariaDbTest() {
    super(Database.mariaDb());
  }
}
