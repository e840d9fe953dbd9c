/** By so much the keeper's clock may be another than this server's, in milliseconds: of waits that last for hours it is nothing, and none of them fails by it. */
export const clocksApartMs = 180_000
