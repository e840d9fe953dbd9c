/** What chain families are called. */
export const family = {
  'family.eip155': 'EVM Networks',
  'family.solana': 'Solana',
  'family.bip122': 'Bitcoin',
  'family.polkadot': 'Polkadot',
  'family.cosmos': 'Cosmos',
  'family.algorand': 'Algorand',
  'family.cip34': 'Cardano',
  'family.elrond': 'MultiversX',
  'family.multiversx': 'MultiversX',
  'family.near': 'NEAR',
  'family.tezos': 'Tezos',
  'family.other': 'Other networks',
} as const
