CREATE TABLE book (id integer PRIMARY KEY, title text NOT NULL, author text NOT NULL, price numeric(6,2) NOT NULL, stock integer NOT NULL);
INSERT INTO book VALUES (1, 'Kristin Lavransdatter', 'Sigrid Undset', 24.50, 3), (2, 'Hunger', 'Knut Hamsun', 12.00, 0), (3, 'Sophie''s World', 'Jostein Gaarder', 14.90, 11);
CREATE TABLE sale (book_id integer NOT NULL REFERENCES book, sold_on date NOT NULL, copies integer NOT NULL);
INSERT INTO sale VALUES (1, '2026-10-02', 2), (3, '2026-10-05', 7), (3, '2026-10-19', 4);
