create table mcp_approval_audit (
  entry_key varchar2(64) not null primary key,
  happened_at number(19) not null,
  event varchar2(20) not null,
  approval_id varchar2(64) not null,
  state varchar2(20) not null,
  user_name varchar2(1000 char),
  decided_by varchar2(1000 char),
  conversation varchar2(1000 char),
  server varchar2(1000 char),
  tool varchar2(1000 char),
  definition_hash varchar2(64),
  arguments_hash varchar2(64) not null,
  argument_names varchar2(1000 char),
  decision varchar2(100),
  changed_arguments_hash varchar2(64),
  reason varchar2(1000 char)
);
create index mcp_approval_audit_approval on mcp_approval_audit (approval_id, happened_at);
create index mcp_approval_audit_at on mcp_approval_audit (happened_at);
