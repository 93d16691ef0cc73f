/** Addresses that several parts of the page link to. */

/** The start page, with a challenge to a player. */
export const challengeAddress = (name: string): string => `/?challenge=${encodeURIComponent(name)}`;

/** The page of an account. */
export const profileAddress = (name: string): string => `/@/${encodeURIComponent(name)}`;
