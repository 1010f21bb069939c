/** Promises that wait for a worker, which never answers after it has ended: then `reject` rejects all of them. */
export interface Waiting {
  /** Settles as `answer` does, unless `reject` is called before. */
  add<T>(answer: Promise<T>): Promise<T>;
  reject(error: Error): void;
}

export function createWaiting(): Waiting {
  const rejects = new Set<(error: Error) => void>();
  return {
    add: <T>(answer: Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        rejects.add(reject);
        answer.then(resolve, reject).finally(() => rejects.delete(reject));
      }),
    reject: (error) => rejects.forEach((reject) => reject(error)),
  };
}
