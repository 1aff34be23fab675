if object_id(N'mcp_approval_audit') is null
create table mcp_approval_audit (
  entry_key varchar(64) not null primary key,
  happened_at bigint not null,
  event varchar(20) not null,
  approval_id varchar(64) not null,
  state varchar(20) not null,
  user_name nvarchar(1000),
  decided_by nvarchar(1000),
  conversation nvarchar(1000),
  server nvarchar(1000),
  tool nvarchar(1000),
  definition_hash varchar(64),
  arguments_hash varchar(64) not null,
  argument_names nvarchar(1000),
  decision varchar(100),
  changed_arguments_hash varchar(64),
  reason nvarchar(1000),
  index mcp_approval_audit_approval (approval_id, happened_at),
  index mcp_approval_audit_at (happened_at)
);
