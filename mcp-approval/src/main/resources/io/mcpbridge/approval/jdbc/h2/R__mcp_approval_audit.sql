create table if not exists mcp_approval_audit (
  entry_key varchar(64) not null primary key,
  happened_at bigint not null,
  event varchar(20) not null,
  approval_id varchar(64) not null,
  state varchar(20) not null,
  user_name varchar(1000),
  decided_by varchar(1000),
  conversation varchar(1000),
  server varchar(1000),
  tool varchar(1000),
  definition_hash varchar(64),
  arguments_hash varchar(64) not null,
  argument_names varchar(1000),
  decision varchar(100),
  changed_arguments_hash varchar(64),
  reason varchar(1000)
);
create index if not exists mcp_approval_audit_approval on mcp_approval_audit (approval_id, happened_at);
create index if not exists mcp_approval_audit_at on mcp_approval_audit (happened_at);
