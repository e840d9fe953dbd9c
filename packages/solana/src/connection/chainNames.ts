import type { NetworkId } from '@foyer/core'

/** The networks that the Wallet Standard names by itself. */
const references: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
  // As older wallets and sessions name the first two.
  '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'mainnet',
  '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'devnet',
}

/**
 * A network as the Wallet Standard names it; one with a genesis of its own is a `localnet`.
 *
 * @example chainNameOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') // 'solana:mainnet'
 */
export function chainNameOf(networkId: NetworkId): string {
  return `solana:${references[networkId.slice('solana:'.length)] ?? 'localnet'}`
}

/**
 * The network that a wallet's chain is: one of the three by name, a local one by what is configured, and one named by its CAIP-2 id as it is.
 *
 * @returns undefined for what is no chain of Solana's, and for a local one where none is configured
 */
export function networkIdOf({
  chain,
  configured,
}: {
  readonly chain: string
  readonly configured: readonly NetworkId[]
}): NetworkId | undefined {
  const known = configured.find((id) => id === chain || (id.startsWith('solana:') && chainNameOf(id) === chain))
  if (known) return known
  const [family, name] = chain.split(':')
  const [reference] =
    Object.entries(references).find((entry) => family === 'solana' && entry.includes(name ?? '')) ?? []
  return reference === undefined ? undefined : `solana:${reference}`
}
