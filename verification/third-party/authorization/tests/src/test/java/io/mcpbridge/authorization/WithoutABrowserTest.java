package io.mcpbridge.authorization;

/** Runs everywhere, with a script in place of the browser. */
class WithoutABrowserTest extends AuthorizationCode {

  private final Person script = new Script();

  @Override
  Person person() {
    return script;
  }
}
