import { devSolanaAccounts } from '@foyer/stack'

const [alice, bob] = devSolanaAccounts

/** PUBLICLY KNOWN: the first two development accounts. */
export const keys: readonly [string, string] = [alice.secretKey, bob.secretKey]
/** Their addresses. */
export const addresses: readonly [string, string] = [alice.address, bob.address]
