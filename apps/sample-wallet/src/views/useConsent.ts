import type { WalletNetwork } from '@foyer/core/words'
import type { Keyring, WalletFamily } from '@foyer/signing'
import { familyOf } from '@foyer/walletconnect/protocol'
import { useState } from 'react'

/** An account that may be granted: in a family with several kinds of networks it has an address on each. */
export interface OfferedAccount {
  readonly id: string
  readonly label: string
  readonly addresses: readonly string[]
  readonly isOn: boolean
}

/** The visitor's choice of accounts and networks for an application. */
export interface ChosenConsent {
  readonly accounts: readonly OfferedAccount[]
  readonly networks: readonly { readonly network: WalletNetwork; readonly isOn: boolean }[]
  toggleAccount(id: string): void
  toggleNetwork(chainId: string): void
  readonly chainIds: readonly string[]
  /** By chain. */
  readonly addresses: Readonly<Record<string, readonly string[]>>
  /** Whether the choice can be approved. */
  readonly isWhole: boolean
}

export function useConsent({
  families,
  keyring,
  networks,
}: {
  readonly families: readonly WalletFamily[]
  readonly keyring: Keyring | undefined
  readonly networks: readonly WalletNetwork[]
}): ChosenConsent {
  const asked = families.flatMap((family) => {
    const own = networks.filter(({ chainId }) => familyOf(chainId) === family.name)
    const byChain = keyring ? own.map(({ chainId }) => family.addresses({ keyring, chainId })) : []
    return byChain.length > 0 ? [{ family, byChain }] : []
  })
  const rows = asked.flatMap(({ family, byChain }) =>
    (byChain[0] ?? []).map((_, index) => ({
      id: accountId({ family: family.name, index }),
      label: `${asked.length > 1 ? family.label : 'Account'} ${index + 1}`,
      addresses: [...new Set(byChain.flatMap((addresses) => addresses[index] ?? []))],
    })),
  )
  // The default is the first account of each family and every requested network.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(asked.map(({ family: { name } }) => accountId({ family: name, index: 0 }))),
  )
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const on = networks.filter(({ chainId }) => !left.has(chainId))
  const addresses = Object.fromEntries(
    on.map(({ chainId }) => {
      const family = families.find(({ name }) => name === familyOf(chainId))
      const own = keyring && family ? family.addresses({ keyring, chainId }) : []
      return [chainId, own.filter((_, index) => chosen.has(accountId({ family: family?.name ?? '', index })))]
    }),
  )
  return {
    accounts: rows.map((each) => ({ ...each, isOn: chosen.has(each.id) })),
    networks: networks.map((network) => ({ network, isOn: !left.has(network.chainId) })),
    toggleAccount: (id) => setChosen((before) => toggled(before, id)),
    toggleNetwork: (chainId) => setLeft((before) => toggled(before, chainId)),
    chainIds: on.map(({ chainId }) => chainId),
    addresses,
    isWhole: Object.values(addresses).some((own) => own.length > 0),
  }
}

const accountId = ({ family, index }: { readonly family: string; readonly index: number }): string =>
  `${family}/${index}`

function toggled(set: ReadonlySet<string>, each: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(each)) next.add(each)
  return next
}
