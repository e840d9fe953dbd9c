/** The type by which the kit's own wallets are known among wagmi's connectors. */
export const ofKit = 'foyer'
