package io.mcpbridge.realservers.stores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/** This process has the file open, and one instance, which is killed, is its client. */
class H2ApprovalKillTest extends ApprovalKillContract {

  private static final Database FILE = file();

  H2ApprovalKillTest() {
    super(FILE, ApprovalTable.create(FILE), 1);
  }

  private static Database file() {
    try {
      return Database.h2(Files.createTempDirectory("approvals").resolve("h2"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
