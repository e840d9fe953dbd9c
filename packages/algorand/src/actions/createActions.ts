import { type AdapterHost, type FamilyActions, onDemand } from '@foyer/core'
import { textToSign } from '@foyer/core/connector'
import { JsonRpcError } from '@foyer/core/errors'
import { createNodes, familyActions } from '@foyer/core/family'
import { base64 } from '@scure/base'
import { hasWrongChecksum, hasWrongLength, readAddress } from '../addresses/address.js'
import { accountQuery } from '../chain/queries.js'
import { algodPaths, isAnswerStatus } from '../chain/rest.js'
import { createProvider } from '../provider/createProvider.js'
import { transactionOf } from '../transaction/transaction.js'
import { feeOf, paymentOf, termsOf, tokenBalances } from './fees.js'
import { send } from './send.js'
import { waiting } from './untilMined.js'

/** The curve, which signing alone doesn't need. */
const verification = onDemand({ chunk: 'algorand.verify', load: () => import('../verify/index.js') })

/** An asset's name and an account's holding have some hundred bytes; what is longer is no answer. */
const paths = { ...algodPaths, mostBytes: 262_144 }
const isAnswer = (error: unknown): boolean => error instanceof JsonRpcError && isAnswerStatus(error.rpcCode)
const isMissing = (error: unknown): boolean => error instanceof JsonRpcError && error.rpcCode === 404

/** Algorand's code for one kit. */
export function createActions(host: AdapterHost): FamilyActions<'algorand'> {
  const nodeOf = createNodes(host, { paths, isAnswer, isMissing })
  return {
    ...familyActions({
      ...{ family: 'algorand', host, nodeOf },
      addresses: {
        parseAddress: (text) => (readAddress(text) ? text : undefined),
        ...{ hasWrongChecksum, hasWrongLength },
      },
      nativeBalance: async ({ node, address, signal }) => (await node.ask(accountQuery(address), { signal })).amount,
      signing: {
        method: 'signMessage',
        of: ({ signMessage }) => signMessage,
        read: textToSign,
        sign: async ({ by, wallet: _, ...request }) => ({ signature: base64.encode(await by(request)) }),
      },
      sending: {
        ...{ method: 'signTransaction', paymentOf, feeOf, send },
        of: ({ signTransaction }) => signTransaction,
        assets: ['coin', 'token'],
        async requestOf({ node, payment, signal }) {
          const transaction = transactionOf({ ...payment, ...(await termsOf({ node, payment, signal })) })
          return { method: 'algo_signTxn', params: [[{ txn: base64.encode(transaction) }]] }
        },
      },
      waiting,
    }),
    tokenBalances: async ({ network, tokens = [], ...request }) =>
      tokenBalances({ ...request, tokens, node: nodeOf(network) }),
    async verifyMessage({ network, ...signed }) {
      const { verifyAlgorandMessage } = await verification()
      return verifyAlgorandMessage({
        ...{ ...signed, networkId: network.caipNetworkId },
        ask: async ({ address, signal }) => nodeOf(network).ask(accountQuery(address), { signal }),
      })
    },
    provider: createProvider,
  }
}
