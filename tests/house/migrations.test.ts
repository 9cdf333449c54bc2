import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

/** The last migration before this rule. This and all earlier ones are released and never change. */
const BEFORE = '0185-returned-mails.ts';

/** Returns the existing tables on which a migration creates indexes in its transaction. */
function indexedInTransaction(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const created = [
    ...text.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)|createTable\('(\w+)'/gi),
  ];
  const tables = new Set(created.map(([, inSql, built]) => inSql ?? built));
  const indexes = text.matchAll(
    /create\s+(?:unique\s+)?index\b.*?\son\s+"?(\w+)|createIndex\(.*?\.on\('(\w+)'/gis,
  );
  return [...indexes].map(([, inSql, built]) => inSql ?? built ?? '').filter((table) => !tables.has(table));
}

test("a new migration builds indexes on an existing table in an `indexes` step, so that it doesn't block writes", () => {
  const paths = globSync('server/store/migrations/0*.ts').filter((path) => !path.endsWith('.test.ts'));
  const before = paths.find((path) => basename(path) === BEFORE) ?? '';
  expect(indexedInTransaction(before)).toEqual(['mails']);
  const later = paths.filter((path) => basename(path) > BEFORE);
  expect(later.filter((path) => indexedInTransaction(path).length > 0)).toEqual([]);
});
