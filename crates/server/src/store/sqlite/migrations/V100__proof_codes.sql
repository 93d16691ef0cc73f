-- Rulings said in English why nobody can mate; they now say it in codes. `upgrade_rows` is a function of the program that
-- reads the sentences of the first version, one row a line.
UPDATE journal SET payload = upgrade_rows(payload) WHERE payload LIKE '%"no_mate":"%';
UPDATE archive SET log = upgrade_rows(log) WHERE log LIKE '%"no_mate":"%';
