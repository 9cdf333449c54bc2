/** Returns everything in this browser's databases as JSON. For `evaluate`. */
export async function rowsOnDevice(): Promise<string> {
  const told = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error(request.error?.message)));
    });
  const all: unknown[] = [];
  for (const { name } of await indexedDB.databases()) {
    const db = await told(indexedDB.open(name ?? ''));
    for (const store of db.objectStoreNames)
      all.push(await told(db.transaction(store).objectStore(store).getAll()));
    db.close();
  }
  return JSON.stringify(all);
}
