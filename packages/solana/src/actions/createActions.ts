import {
  type AdapterHost,
  type Asked,
  type Capabilities,
  type FamilyActions,
  type FamilyWallet,
  onDemand,
} from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { networkOfWallet } from '@foyer/core/connector'
import { AbortedError } from '@foyer/core/errors'
import { base64 } from '@scure/base'
import type { Level } from '../commitment.js'
import { featuresOf } from '../connection/features.js'
import { knows } from '../connection/place.js'
import type { SolanaCall } from '../family.js'
import { createChannelWallet } from '../provider/createChannelWallet.js'
import { parseAddress } from '../transaction/address.js'
import { type Asking, createChains } from './chain.js'
import { Balance } from './chainAnswers.js'
import { draftOf } from './draft.js'
import { failureReason } from './failureReason.js'
import { estimateFee } from './fees.js'
import { parsePaymentLink, paymentUri } from './payment.js'
import { send } from './send.js'
import { signMessage, signTransactions } from './sign.js'
import { tokenBalances } from './tokens.js'
import { planTransfer, transferIn } from './transfers.js'
import { untilConfirmed } from './untilConfirmed.js'

/** Returns the call to be sent for what is asked; undefined for what the family doesn't send. */
async function callOf({
  asked,
  from,
  ...by
}: Asking & { readonly asked: Asked<'solana'>; readonly from: string }): Promise<SolanaCall | undefined> {
  if ('transfer' in asked) return planTransfer({ ...by, from, transfer: asked.transfer })
  return 'call' in asked ? asked.call : undefined
}

/** The curve, which signing alone doesn't need. */
const verification = onDemand({ chunk: 'solana.verify', load: () => import('../verify/index.js') })

/** The Solana family's code for one kit. */
export function createActions(host: AdapterHost, commitment: Level): FamilyActions<'solana'> {
  const { clock } = host
  const chainOf = createChains({ host, commitment })
  // Without its nodes there is no block to name in a transaction.
  const chainFor = (wallet: FamilyWallet<'solana'>) => chainOf(networkOfWallet(wallet))
  return {
    parseAddress,
    isSameAddress: (one, other) => one === other, // base58 distinguishes letters
    showAddress: (address) => shortenAddress({ address }),
    parsePaymentLink,
    paymentUri,
    async nativeBalance({ address, network, signal }) {
      const params = [address, { commitment }]
      return (await chainOf(network).ask({ method: 'getBalance', params, schema: Balance, signal })).value
    },
    tokenBalances: async ({ network, ...request }) => tokenBalances({ ...request, chain: chainOf(network) }),
    estimateFee: async (request) => estimateFee({ ...request, chain: chainOf(request.network) }),
    waitForTransaction: async ({ network, hash, confirmations, timeoutMs, signal }) =>
      untilConfirmed({ hash, confirmations, timeoutMs, signal, clock, chain: chainOf(network) }),
    failureReason: async ({ network, ...request }) => failureReason({ ...request, chain: chainOf(network) }),
    transferIn,
    signMessage: (request) => signMessage({ ...request, clock }),
    signTransactions: async (request) => signTransactions({ ...request, clock }),
    async sendTransfer({ wallet, transfer, signal }) {
      if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
      const chain = chainFor(wallet)
      const { instructions } = await planTransfer({ chain, from: wallet.account.address, transfer, signal })
      return send({ wallet, call: { instructions }, chain, clock, signal })
    },
    sendCall: async (request) => send({ ...request, chain: chainFor(request.wallet), clock }),
    async walletRequest({ address: pubkey, network, asked, signal }) {
      const chain = chainOf(network)
      const call = await callOf({ asked, from: pubkey, chain, signal })
      if (!call) return undefined
      const { transaction } = await draftOf({ chain, address: pubkey, call, signal })
      return { method: 'solana_signAndSendTransaction', params: { transaction: base64.encode(transaction), pubkey } }
    },
    verifyMessage: async ({ address, message, signature }) =>
      (await verification()).verifySolanaMessage({ address, message, signature }),
    capabilities: async ({ wallet }) => capabilitiesOf(wallet),
    provider: createChannelWallet,
  }
}

/** Derives a wallet's capabilities on its network from its features, so that it isn't asked. */
export function capabilitiesOf({ provider, networkId }: FamilyWallet<'solana'>): Partial<Capabilities> {
  const features = featuresOf(provider)
  const signs = features['solana:signTransaction'] !== undefined
  const sends = signs || (features['solana:signAndSendTransaction'] !== undefined && knows(provider, networkId))
  return {
    signMessage: features['solana:signMessage'] !== undefined,
    signTransactions: signs,
    transfers: sends ? ['coin', 'token'] : [],
    sendCall: sends,
    // A transaction of several instructions is carried out whole or not at all.
    atomic: sends ? 'supported' : 'unsupported',
  }
}
