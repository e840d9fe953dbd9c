import type { SentTransaction } from '@foyer/core'
import { askWallet, broadcast } from '@foyer/core/connector'
import { AbortedError, UnsupportedMethodError } from '@foyer/core/errors'
import { base58 } from '@scure/base'
import { chainNameOf } from '../connection/chainNames.js'
import { featuresOf } from '../connection/features.js'
import { knows } from '../connection/place.js'
import type { SolanaCall } from '../family.js'
import { decodeTransaction, hashOf } from '../transaction/decode.js'
import type { Chain } from './chain.js'
import { SentHash } from './chainAnswers.js'
import { draftOf } from './draft.js'
import { checkVersion, signTransactions, standardAccount, type WalletAction } from './sign.js'

/**
 * Has a wallet sign and send a transaction. A wallet that doesn't know the chain, or doesn't send, only signs it; then it goes to the network's own nodes,
 * once. No other chain could take it: it names a block of this one.
 *
 * @throws InvalidTransactionError · UserRejectedError · WalletAnswerError · BroadcastUnclearError · JsonRpcError where a node refuses it
 */
export async function send({
  wallet,
  call,
  chain,
  clock,
  signal,
}: WalletAction & { readonly call: SolanaCall; readonly chain: Chain }): Promise<SentTransaction> {
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const { provider, networkId } = wallet
  const account = standardAccount(wallet)
  const draft = await draftOf({ chain, address: account.address, call, signal })
  const method = 'solana:signAndSendTransaction'
  const features = featuresOf(provider)
  const feature = features[method]
  if (!feature || (features['solana:signTransaction'] && !knows(provider, networkId)))
    return { hash: await signAndSend({ wallet, transaction: draft.transaction, chain, clock, signal }) }
  if (!knows(provider, networkId)) throw new UnsupportedMethodError({ context: { method, networkId } })
  checkVersion(draft, feature.supportedTransactionVersions)
  const { transaction } = draft
  const options = { preflightCommitment: chain.commitment }
  const hash = await askWallet({
    method,
    ask: () => feature.signAndSendTransaction({ account, transaction, chain: chainNameOf(networkId), options }),
    parse: parseSent,
    expected: 'a signature',
    signal,
    clock,
  })
  return { hash }
}

function parseSent(answer: unknown): string | undefined {
  const output: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : undefined
  const signature: unknown = Reflect.get(Object(output), 'signature')
  return signature instanceof Uint8Array && signature.length === 64 ? base58.encode(signature) : undefined
}

async function signAndSend({
  chain,
  transaction,
  ...action
}: WalletAction & { readonly chain: Chain; readonly transaction: Uint8Array }): Promise<string> {
  const [signed = ''] = await signTransactions({ ...action, transactions: [transaction] })
  await broadcast(() =>
    chain.ask({
      method: 'sendTransaction',
      params: [signed, { encoding: 'base64', preflightCommitment: chain.commitment }],
      schema: SentHash,
      // The visitor has signed: what is on its way isn't called off.
    }),
  )
  return hashOf(decodeTransaction(signed))
}
