/**
 * The things that are fetched of an account, by name: a feature adds its own by declaration.
 *
 * @see Definition
 */
// biome-ignore lint/suspicious/noEmptyInterface: each feature declares its own
export interface Fetchable {}
