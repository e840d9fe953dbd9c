/** How long a request that waits for the visitor stands, in milliseconds [F18]. */
export const requestExpiryMs: number = 5 * 60_000
