package io.mcpbridge.spring.boot.autoconfigure;

import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.jdbc.JdbcApprovalStore;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/** The store of {@code mcp.client.approval.store=jdbc}. */
final class PropertyApprovalStore {

  private PropertyApprovalStore() {}

  static ApprovalStore jdbc(ObjectProvider<DataSource> databases) {
    if (!ClassUtils.isPresent("io.mcpbridge.approval.jdbc.JdbcApprovalStore", null)) {
      throw new InvalidMcpConfigurationException(
          "mcp.client.approval.store is 'jdbc', but mcp-approval is not on the class path.",
          "Add io.mcpbridge:mcp-approval.");
    }
    DataSource database = databases.getIfUnique();
    if (database == null) {
      throw new InvalidMcpConfigurationException(
          "mcp.client.approval.store is 'jdbc', but there is no 'DataSource' bean, or several.",
          "Add one, mark one as primary, or declare an 'ApprovalStore' bean.");
    }
    return JdbcApprovalStore.of(database);
  }
}
