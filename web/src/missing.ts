// A part of the site that can't be fetched. What is to be done about it comes with
// the rest of the page (store/stale.ts); until then it is just an error.

export const missing = {
  /** Goes over to another version of the site, if that is why; else fails with the error. */
  handle: (error: unknown): Promise<never> => Promise.reject(error),
};
