import {
  type Account,
  type AdapterHost,
  type Asked,
  type Capabilities,
  type FamilyActions,
  type FamilyWallet,
  type NetworkId,
  type NonEmpty,
  onDemand,
  type Signature,
} from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { messageText, networkOfWallet } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError } from '@foyer/core/errors'
import type { WalletRequest } from '@foyer/core/words'
import { base64, hex } from '@scure/base'
import { hasWrongChecksum, readAddress } from '../addresses/address.js'
import { type Chains, chainIn } from '../chain/chains.js'
import { createNodes, type Node } from '../chain/node.js'
import { balanceQuery } from '../chain/queries.js'
import { CosmosMessageNotTextError } from '../errors.js'
import { createProvider } from '../provider/createProvider.js'
import { authInfoOf, bodyOf } from '../transaction/transaction.js'
import { chainAccountOf, estimateFee, feeOf, paymentOf } from './fees.js'
import { send } from './send.js'
import { failureReason, untilMined } from './untilMined.js'

/** The curve, which signing alone doesn't need. */
const verification = onDemand({ chunk: 'cosmos.verify', load: () => import('../verify/index.js') })

/** Cosmos's code for one kit. */
export function createActions({
  host,
  chains,
}: {
  readonly host: AdapterHost
  readonly chains: Chains
}): FamilyActions<'cosmos'> {
  const nodeOf = createNodes({ host, chains })
  const ofWallet = (wallet: FamilyWallet<'cosmos'>) => nodeOf(networkOfWallet(wallet))
  const parseAddress = (text: string, networkId?: NetworkId | undefined) => {
    const read = readAddress(text)
    const chain = networkId === undefined ? undefined : chainIn(chains, networkId)
    return read && (chain === undefined || chain.prefix === read.prefix) ? read.address : undefined
  }
  return {
    parseAddress,
    isSameAddress(one, other) {
      const first = parseAddress(one)
      return first !== undefined && first === parseAddress(other)
    },
    hasWrongChecksum,
    showAddress: (address) => shortenAddress({ address }),
    async nativeBalance({ address, network, signal }) {
      const node = nodeOf(network)
      return node.query(balanceQuery({ address, denom: node.facts.denom }), { signal })
    },
    estimateFee: async ({ network, ...request }) => estimateFee({ ...request, node: nodeOf(network) }),
    waitForTransaction: async ({ network, ...waiting }) =>
      untilMined({ ...waiting, clock: host.clock, node: nodeOf(network) }),
    failureReason: async ({ network, ...request }) => failureReason({ ...request, node: nodeOf(network) }),
    transferIn: ({ to, amount, denom, memo }) =>
      denom === undefined && memo === undefined ? { to, amount, asset: { type: 'coin' } } : undefined,
    signMessage,
    sendTransfer: async ({ wallet, transfer, signal }) =>
      send({ wallet, work: { transfer }, node: ofWallet(wallet), signal }),
    sendCall: async ({ wallet, call, signal }) => send({ wallet, work: { call }, node: ofWallet(wallet), signal }),
    walletRequest: async ({ network, ...request }) => requestOf({ ...request, node: nodeOf(network) }),
    verifyMessage: async ({ network, address, message, signature }) =>
      (await verification()).verifyCosmosMessage({
        ...{ address, message, signature, chains },
        networkId: network.caipNetworkId,
      }),
    capabilities: async ({ wallet: { provider } }): Promise<Partial<Capabilities>> => {
      const sends = provider.signDirect !== undefined || provider.signAmino !== undefined
      return { signMessage: provider.signMessage !== undefined, sendCall: sends, transfers: sends ? ['coin'] : [] }
    },
    readAccounts,
    provider: createProvider,
  }
}

/** What a wallet would be asked, as WalletConnect has it; undefined for what the family doesn't send. */
async function requestOf({
  node,
  address,
  asked,
  signal,
}: {
  readonly node: Node
  readonly address: string
  readonly asked: Asked<'cosmos'>
  readonly signal?: AbortSignal | undefined
}): Promise<WalletRequest | undefined> {
  if (!('transfer' in asked || 'call' in asked)) return undefined
  const payment = paymentOf({ node, from: address, work: asked })
  const signer = { ...(await chainAccountOf({ node, address, signal })), publicKey: undefined }
  const fee = await feeOf({ node, payment, signer, signal })
  const signDoc = {
    chainId: node.chainId,
    accountNumber: `${signer.accountNumber}`,
    authInfoBytes: base64.encode(authInfoOf({ signer, fee, mode: 'direct' })),
    bodyBytes: base64.encode(bodyOf(payment)),
  }
  return { method: 'cosmos_signDirect', params: { signerAddress: address, signDoc } }
}

interface ByWallet {
  readonly wallet: FamilyWallet<'cosmos'>
  readonly signal?: AbortSignal | undefined
}

/** Has the visitor sign a message (ADR-36). @throws CosmosMessageNotTextError for bytes that are no text · UnsupportedMethodError, and what wallets throw */
async function signMessage({
  wallet: { provider, account },
  message,
  signal,
}: ByWallet & { readonly message: string | Uint8Array }): Promise<Signature> {
  if (!provider.signMessage) throw new UnsupportedMethodError({ context: { method: 'signMessage' } })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const { address, publicKey } = account
  const text = messageText(message, (cause) => new CosmosMessageNotTextError({ cause }))
  return { signature: await provider.signMessage({ address, message: text, signal }), publicKey }
}

/** The wallet's account with its key. */
async function readAccounts({ wallet: { provider, account, accounts }, signal }: ByWallet): Promise<NonEmpty<Account>> {
  const listed = await provider.getAccounts({ signal })
  const keyOf = ({ address }: Account) => listed.find((each) => each.address === address)?.publicKey
  const withKey = (each: Account): Account => {
    const publicKey = keyOf(each)
    return publicKey === undefined ? each : { ...each, publicKey: hex.encode(publicKey) }
  }
  const others = accounts.filter(({ address }) => address !== account.address)
  return [withKey(account), ...others.map(withKey)]
}
