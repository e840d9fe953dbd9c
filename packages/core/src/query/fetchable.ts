/** What is fetched of an account, by name: each by declaration from where it is defined. */
// biome-ignore lint/suspicious/noEmptyInterface: what defines them declares them
export interface Fetchable {}
