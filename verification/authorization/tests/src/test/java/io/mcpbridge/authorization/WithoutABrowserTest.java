package io.mcpbridge.authorization;

/** What a browser does, done by a script: runs everywhere. */
class WithoutABrowserTest extends AuthorizationCode {

  private final Person script = new Script();

  @Override
  Person person() {
    return script;
  }
}
