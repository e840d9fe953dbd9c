import type { Connector, FamilyWallet } from '@foyer/core'
import type { TestHost } from '@foyer/testing'
import { vi } from 'vitest'
import { sui } from '../src/sui'
import type { SuiWallet } from './suiWallet'

interface Stage {
  readonly wallet: SuiWallet
  readonly host: TestHost
}

/** Has the adapter find a wallet in a page of its own. */
export function foundIn({ wallet, host }: Stage): Connector {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  const found: Connector[] = []
  wallet.appearIn(window)
  sui().discover?.({ host, register: (connector) => found.push(connector) })
  const [connector] = found
  if (!connector) throw new Error('No wallet was found.')
  return connector
}

/** A connected wallet, as core passes it to actions. */
export async function reached(of: Stage): Promise<FamilyWallet<'other'>> {
  const { host } = of
  const live = await foundIn(of).connect({
    host,
    signal: new AbortController().signal,
    step: () => {},
    ask: async () => ({ opened: false }),
    picked: () => undefined,
  })
  const [network] = host.networks()
  const [account] = live.accounts
  const { other: provider } = live.providers
  if (!network || !provider) throw new Error('The wallet is on no network.')
  return { provider, account, accounts: live.accounts, networkId: network.caipNetworkId, network }
}
