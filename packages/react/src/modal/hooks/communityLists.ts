import type { Family } from '@foyer/core'

/** Where a family's own community lists its wallets: no brand's list, and nobody pays to stand there. */
export const communityLists: Partial<Readonly<Record<Family, string>>> = {
  eip155: 'https://ethereum.org/wallets/find-wallet/',
  solana: 'https://solana.com/solana-wallets',
  bip122: 'https://bitcoin.org/en/choose-your-wallet',
}
