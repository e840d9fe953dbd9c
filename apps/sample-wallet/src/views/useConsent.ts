import { useState } from 'react'
import type { WalletFamily } from '../families/family.js'
import type { Keyring } from '../keys/keyring.js'
import type { WalletNetwork } from '../settings.js'

/** The visitor's choice of accounts and networks for an application. */
export interface ChosenConsent {
  readonly accounts: readonly { readonly family: string; readonly address: string; readonly isOn: boolean }[]
  readonly networks: readonly { readonly network: WalletNetwork; readonly isOn: boolean }[]
  toggleAccount(address: string): void
  toggleNetwork(chainId: string): void
  readonly chainIds: readonly string[]
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
  const accounts = keyring
    ? families
        .filter(({ name }) => networks.some(({ chainId }) => chainId.startsWith(`${name}:`)))
        .flatMap((family) => family.addresses(keyring).map((address) => ({ family: family.name, address })))
    : []
  // The default is the first account and every requested network.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(accounts.slice(0, 1).map(({ address }) => address)),
  )
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const on = networks.filter(({ chainId }) => !left.has(chainId))
  const addresses = Object.fromEntries(
    families.map(({ name }) => [
      name,
      accounts.filter((each) => each.family === name && chosen.has(each.address)).map(({ address }) => address),
    ]),
  )
  return {
    accounts: accounts.map((each) => ({ ...each, isOn: chosen.has(each.address) })),
    networks: networks.map((network) => ({ network, isOn: !left.has(network.chainId) })),
    toggleAccount: (address) => setChosen((before) => toggled(before, address)),
    toggleNetwork: (chainId) => setLeft((before) => toggled(before, chainId)),
    chainIds: on.map(({ chainId }) => chainId),
    addresses,
    isWhole: on.length > 0 && chosen.size > 0,
  }
}

function toggled(set: ReadonlySet<string>, each: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(each)) next.add(each)
  return next
}
