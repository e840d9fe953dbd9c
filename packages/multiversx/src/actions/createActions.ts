import type {
  Account,
  AdapterHost,
  Asked,
  Capabilities,
  FamilyActions,
  FamilyWallet,
  Network,
  Signature,
} from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { messageText, networkOfWallet } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError, WalletAnswerError } from '@foyer/core/errors'
import type { WalletRequest } from '@foyer/core/words'
import { hasWrongChecksum, parseAddress } from '../addresses/address.js'
import { createNodes } from '../chain/node.js'
import { accountQuery } from '../chain/queries.js'
import { MultiversxMessageNotTextError } from '../errors.js'
import { createProvider } from '../provider/createProvider.js'
import { estimateFee, paymentOf, plan } from './fees.js'
import { type Sent, send, verification } from './send.js'
import { failureReason, untilMined } from './untilMined.js'

/** MultiversX's code for one kit. */
export function createActions(host: AdapterHost): FamilyActions<'mvx'> {
  const nodeOf = createNodes(host)
  const sent: Sent = new Map()
  return {
    parseAddress,
    isSameAddress: (one, other) => parseAddress(one) !== undefined && parseAddress(one) === parseAddress(other),
    hasWrongChecksum,
    showAddress: (address) => shortenAddress({ address }),
    async nativeBalance({ address, network, signal }) {
      const own = parseAddress(address)
      return own === undefined ? 0n : (await nodeOf(network).ask(accountQuery(own), { signal })).balance
    },
    estimateFee: async ({ network, ...request }) => estimateFee({ ...request, node: nodeOf(network) }),
    waitForTransaction: async ({ network, ...waiting }) =>
      untilMined({ ...waiting, clock: host.clock, node: nodeOf(network) }),
    failureReason: async ({ network, ...request }) => failureReason({ ...request, node: nodeOf(network) }),
    signMessage,
    sendTransfer: async ({ wallet, transfer, signal }) =>
      send({ wallet, work: { transfer }, node: nodeOf(networkOfWallet(wallet)), sent, signal }),
    walletRequest: async ({ network, address, asked, signal }) => requestOf({ network, address, asked, signal }),
    verifyMessage: async ({ network, ...signed }) =>
      (await verification()).verifyMultiversxMessage({ ...signed, networkId: network.caipNetworkId }),
    capabilities: async ({ wallet: { provider } }): Promise<Partial<Capabilities>> => ({
      signMessage: provider.signMessage !== undefined,
      transfers: provider.signTransaction ? ['coin'] : [],
    }),
    provider: createProvider,
  }

  /** What a wallet would be asked, as WalletConnect has it; undefined for what the family doesn't send. */
  async function requestOf({
    network,
    address,
    asked,
    signal,
  }: {
    readonly network: Network
    readonly address: string
    readonly asked: Asked<'mvx'>
    readonly signal?: AbortSignal | undefined
  }): Promise<WalletRequest | undefined> {
    if (!('transfer' in asked)) return undefined
    const payment = paymentOf({ from: address, work: asked })
    const { transaction } = await plan({ node: nodeOf(network), payment, signal })
    return { method: 'mvx_signTransaction', params: { transaction } }
  }
}

/**
 * Has the visitor sign a message.
 *
 * @returns hexadecimal of 64 bytes
 * @throws MultiversxMessageNotTextError for bytes that are no text · UnsupportedMethodError · WalletAnswerError for a signature that is another account's, and
 * what wallets throw
 */
async function signMessage({
  wallet: { provider, account, networkId },
  message,
  signal,
}: {
  readonly wallet: Pick<FamilyWallet<'mvx'>, 'provider' | 'networkId'> & { readonly account: Account }
  readonly message: string | Uint8Array
  readonly signal?: AbortSignal | undefined
}): Promise<Signature> {
  const method = 'signMessage'
  if (!provider.signMessage) throw new UnsupportedMethodError({ context: { method } })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const text = messageText(message, (cause) => new MultiversxMessageNotTextError({ cause }))
  const { address } = account
  const signature = await provider.signMessage({ address, message: text, signal })
  // No wallet says that its account is another: by the signature it is seen.
  const { verifyMultiversxMessage } = await verification()
  if (!verifyMultiversxMessage({ networkId, address, message: text, signature }))
    throw new WalletAnswerError({ method, expected: 'a signature by the account' })
  return { signature }
}
