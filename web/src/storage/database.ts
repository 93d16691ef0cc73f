/** The browser's database (IndexedDB), for what is too large for local storage. Pages and workers share it. */

const NAME = 'tabiya';
const VERSION = 1;

export type StoreName = 'analyses' | 'collections' | 'indexes';

let opening: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('analyses', { keyPath: 'id' });
      request.result.createObjectStore('collections', { keyPath: 'id' });
      request.result.createObjectStore('indexes', { keyPath: 'id' });
    };
    request.onsuccess = () => {
      // A tab with a newer version of the page may upgrade the database; this one reopens it when needed.
      request.result.onversionchange = () => {
        request.result.close();
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('the database cannot be opened'));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/** Runs one request in a transaction of its own, and waits until the transaction is complete. */
async function run<T>(
  store: StoreName,
  mode: IDBTransactionMode,
  ask: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = ask(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () =>
      reject(transaction.error ?? request.error ?? new Error('the database refused'));
  });
}

export const readRecord = <T>(store: StoreName, id: string): Promise<T | undefined> =>
  run(store, 'readonly', objects => objects.get(id) as IDBRequest<T | undefined>);

export const readAllRecords = <T>(store: StoreName): Promise<T[]> =>
  run(store, 'readonly', objects => objects.getAll() as IDBRequest<T[]>);

export async function writeRecord<T extends { id: string }>(store: StoreName, record: T): Promise<void> {
  await run(store, 'readwrite', objects => objects.put(record));
}

export const deleteRecord = (store: StoreName, id: string): Promise<undefined> =>
  run(store, 'readwrite', objects => objects.delete(id));
