CREATE TABLE city (name text PRIMARY KEY, inhabitants integer NOT NULL);
INSERT INTO city VALUES ('Bergen', 291940), ('Oslo', 717710);
