/**
 * PUBLICLY KNOWN: the first accounts of `devMnemonic` in the families beside EVM, Solana and Bitcoin, by the local network's CAIP-2 id. Whatever is sent to their
 * keys' addresses on a public network is stolen at once.
 */
export const devFamilyAddresses = {
  'cosmos:foyer-1': [
    'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7',
    'cosmos1erxf3sa9q2j4vgseu7jq4a258ckmk7cy076t8z',
    'cosmos1htamarexaxhgdsp0xu6sppeyx7avtvqrdf6t5g',
  ],
} as const
