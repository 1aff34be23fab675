create table mcp_result (
  entry_key varchar2(64) not null primary key,
  ends_at number(19) not null,
  content clob not null
);
create index mcp_result_ends_at on mcp_result (ends_at);
