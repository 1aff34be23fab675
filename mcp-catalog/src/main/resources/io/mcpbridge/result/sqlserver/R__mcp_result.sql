if object_id(N'mcp_result') is null
create table mcp_result (
  entry_key varchar(64) not null primary key,
  ends_at bigint not null,
  content nvarchar(max) not null,
  index mcp_result_ends_at (ends_at)
);
