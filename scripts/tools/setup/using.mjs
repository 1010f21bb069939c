/**
 * What a block with `using` becomes for Node 20: `u` takes a resource, `e` the error that ended the block, and `d`, called
 * at the end, disposes of all resources, the last one first, and throws the first error.
 */
export default function usingCtx() {
  /** @type {Disposable[]} */
  const resources = [];
  /** @type {unknown[]} */
  const errors = [];
  return {
    /** @param {unknown} error */
    set e(error) {
      errors.push(error);
    },
    /**
     * @template {Disposable | null | undefined} T
     * @param {T} resource
     */
    u(resource) {
      if (resource) resources.push(resource);
      return resource;
    },
    d() {
      for (const resource of resources.reverse())
        try {
          resource[Symbol.dispose]();
        } catch (error) {
          errors.push(error);
        }
      if (errors.length > 0) throw errors[0];
    },
  };
}
