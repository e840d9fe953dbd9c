import type { Network } from '@foyer/core'
import { bigintToHex, isTransactionHash } from '@foyer/core/chain'
import { NetworkUndefinedError } from '@foyer/core/errors'
import type { SendTransactionParameters, SentTransaction } from '../account/sendTransaction.js'
import type { WalletSession } from '../account/walletSession.js'
import { chainReader } from '../chain/chainReader.js'
import { parseChainId } from '../connection/answers.js'
import { ask } from '../connection/ask.js'
import { requestExpiryMs } from './requestExpiryMs.js'
import { untilMined } from './untilMined.js'
import { WrongNetworkError } from './WrongNetworkError.js'

/** `eth_sendTransaction`, once; the wallet fills in nonce, gas and fees. */
export async function sendEthTransaction({
  session,
  networks,
  parameters: { to, value, data, signal },
}: {
  readonly session: WalletSession
  readonly networks: readonly Network[]
  readonly parameters: SendTransactionParameters
}): Promise<SentTransaction> {
  const { provider, address, networkId, host } = session
  const asking = { provider, signal, expiry: { clock: host.clock, ms: requestExpiryMs } }
  // The wallet's own word, as its event may be on the way still: value must not go out on another chain.
  const actual = await ask({ ...asking, method: 'eth_chainId', parse: parseChainId, expected: 'a chain id' })
  if (actual !== networkId) throw new WrongNetworkError({ wanted: networkId, actual })

  const transaction = {
    from: address,
    to,
    ...(value === undefined ? {} : { value: bigintToHex(value) }),
    ...(data === undefined ? {} : { data }),
  }
  const hash = await ask({
    ...asking,
    method: 'eth_sendTransaction',
    params: [transaction],
    parse: (answer) => (isTransactionHash(answer) ? answer : undefined), // [S5.27]
    expected: 'a transaction hash',
  })
  return {
    hash,
    async receipt(waiting = {}) {
      const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
      if (!network) throw new NetworkUndefinedError({ action: 'reading the receipt' })
      return untilMined({ ...waiting, hash, clock: host.clock, read: chainReader({ host, network }) })
    },
  }
}
