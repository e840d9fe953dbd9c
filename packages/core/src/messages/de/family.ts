import type { family as english } from '../en/family.js'
import type { Translated } from '../sentences.js'

export const family: Translated<typeof english> = {
  'family.eip155': 'EVM-Netzwerke',
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
  'family.other': 'Andere Netzwerke',
}
