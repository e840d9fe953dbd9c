import type { AdapterHost, WalletEvent } from '@foyer/core'
import { WalletAnswerError } from '@foyer/core/errors'
import type { Config } from '@wagmi/core'
import { parseChainId, parseSomeAccounts } from '../connection/walletRequest.js'

/**
 * Follows one connection of wagmi's state, whatever changes it: the wallet, a hook of wagmi, another part of the page. What can't be read
 * changes nothing, and is reported.
 *
 * @returns stops
 */
export function listenToWagmi({
  config,
  uid,
  report,
  listener,
}: Pick<AdapterHost, 'report'> & {
  readonly config: Config
  readonly uid: string
  readonly listener: (event: WalletEvent) => void
}): () => void {
  const connectionIn = ({ connections }: Config['state']) => connections.get(uid)
  let before = connectionIn(config.state)
  const look = (state: Config['state']) => {
    const now = connectionIn(state)
    if (now === before) return
    // While wagmi restores, it has what it has restored so far.
    if (!now && state.status === 'reconnecting') return
    const former = before
    before = now
    if (!now) return listener({ type: 'disconnected', family: 'eip155' })
    if (now.accounts !== former?.accounts) {
      const accounts = parseSomeAccounts(now.accounts)
      if (accounts) listener({ type: 'accountsChanged', family: 'eip155', accounts })
      else report(new WalletAnswerError({ method: 'accountsChanged', expected: 'a list of addresses' }))
    }
    if (now.chainId !== former?.chainId) {
      const networkId = parseChainId(now.chainId)
      if (networkId) listener({ type: 'networkChanged', family: 'eip155', networkId })
      else report(new WalletAnswerError({ method: 'chainChanged', expected: 'a chain id' }))
    }
  }
  return config.subscribe((state) => state, look)
}
