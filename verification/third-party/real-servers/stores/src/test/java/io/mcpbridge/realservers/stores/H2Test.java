package io.mcpbridge.realservers.stores;

import java.io.IOException;
import java.nio.file.Files;

class H2Test extends TokenStoreContract {

  H2Test() throws IOException {
    super(Database.h2(Files.createTempDirectory("stores").resolve("h2")));
  }
}
