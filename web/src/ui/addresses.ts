/** Addresses that several parts of the page link to. */

/** The page of somebody with an account. */
export const profileAddress = (name: string): string => `/@/${encodeURIComponent(name)}`;
