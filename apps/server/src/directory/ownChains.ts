import type { Wallet } from '@foyer/core/wire'

/**
 * Adds the operator's own networks to the wallets of their family. A network that no wallet lists is one that no public
 * list knows; a wallet receives it when it connects (EIP-3085), so it can still be used.
 * @param request.chains - CAIP-2 ids of the networks that the server serves
 */
export function withOwnChains({
  wallets,
  chains,
}: {
  wallets: readonly Wallet[]
  chains: readonly string[]
}): readonly Wallet[] {
  const listed = new Set(wallets.flatMap((wallet) => wallet.chains ?? []))
  const own = chains.filter((chain) => !listed.has(chain))
  if (own.length === 0) return wallets
  return wallets.map((wallet) => {
    const families = new Set(wallet.chains?.map(familyOf))
    const added = own.filter((chain) => families.has(familyOf(chain)))
    return added.length === 0 ? wallet : { ...wallet, chains: [...(wallet.chains ?? []), ...added] }
  })
}

const familyOf = (chain: string) => chain.slice(0, chain.indexOf(':'))
