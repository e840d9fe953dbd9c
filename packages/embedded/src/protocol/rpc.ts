import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { fields, sentenceOf } from './checks.js'

/**
 * Each method that the wallet has, to the letter, and by whom it is answered [S5.29]: what changes nothing and moves nothing, or sends what was signed before, by the
 * network's `node` or by the `wallet` itself, without being asked about [S6.3]; what signs or spends by the `visitor`, to whom the wallet's page shows it [S6.4], also
 * where it is `sent`. A method that isn't named here is refused, whatever its name looks like.
 */
export const rpcMethods = {
  node: [
    'eth_blockNumber',
    'eth_call',
    'eth_estimateGas',
    'eth_feeHistory',
    'eth_gasPrice',
    'eth_getAccount',
    'eth_getBalance',
    'eth_getBlockByHash',
    'eth_getBlockByNumber',
    'eth_getBlockReceipts',
    'eth_getBlockTransactionCountByHash',
    'eth_getBlockTransactionCountByNumber',
    'eth_getCode',
    'eth_getFilterChanges',
    'eth_getFilterLogs',
    'eth_getLogs',
    'eth_getProof',
    'eth_getStorageAt',
    'eth_getTransactionByBlockHashAndIndex',
    'eth_getTransactionByBlockNumberAndIndex',
    'eth_getTransactionByHash',
    'eth_getTransactionCount',
    'eth_getTransactionReceipt',
    'eth_getUncleCountByBlockHash',
    'eth_getUncleCountByBlockNumber',
    'eth_maxPriorityFeePerGas',
    'eth_newBlockFilter',
    'eth_newFilter',
    'eth_newPendingTransactionFilter',
    'eth_sendRawTransaction',
    'eth_syncing',
    'eth_uninstallFilter',
  ],
  wallet: [
    'eth_accounts',
    'eth_chainId',
    'wallet_getAssets',
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getGrantedExecutionPermissions',
    'wallet_getSupportedExecutionPermissions',
  ],
  visitor: [
    'eth_signTypedData_v4',
    'personal_sign',
    'solana_signAllTransactions',
    'solana_signMessage',
    'solana_signTransaction',
    'wallet_grantPermissions',
    'wallet_requestExecutionPermissions',
    'wallet_revokeExecutionPermission',
    'wallet_revokePermissions',
    'wallet_showCallsStatus',
  ],
  sent: ['eth_sendTransaction', 'solana_signAndSendTransaction', 'wallet_sendCalls'],
} as const

type MethodOf<By extends keyof typeof rpcMethods> = (typeof rpcMethods)[By][number]
/** A method that the wallet has [S5.29]. */
export type RpcMethod = MethodOf<keyof typeof rpcMethods>

/** The methods that run without being asked about. */
export const safeMethods: readonly MethodOf<'node' | 'wallet'>[] = [...rpcMethods.node, ...rpcMethods.wallet]
/** The methods that the wallet's page shows, and that wait for the visitor. */
export const approvedMethods: readonly MethodOf<'visitor' | 'sent'>[] = [...rpcMethods.visitor, ...rpcMethods.sent]

const isOneOf = <Method extends string>(methods: readonly Method[], method: string): method is Method =>
  methods.some((each) => each === method)

/** Is answered by the network's node, without being asked about. @example isOfNode('eth_call') */
export const isOfNode = (method: string): method is MethodOf<'node'> => isOneOf(rpcMethods.node, method)
/** Runs without being asked about. @example isSafe('eth_call') */
export const isSafe = (method: string): method is MethodOf<'node' | 'wallet'> => isOneOf(safeMethods, method)
/** Is shown by the wallet's page, and waits for the visitor. @example needsApproval('personal_sign') */
export const needsApproval = (method: string): method is MethodOf<'visitor' | 'sent'> =>
  isOneOf(approvedMethods, method)
/** Is carried out on the chain once the visitor has approved it. @example isSent('wallet_sendCalls') */
export const isSent = (method: string): method is MethodOf<'sent'> => isOneOf(rpcMethods.sent, method)

const anything = v.array(v.unknown())

const Hex = v.pipe(v.string(), v.regex(/^0x/, 'Invalid input: must start with "0x"'))

/** A batch of calls (EIP-5792) [S3.24 S5.25]. */
export const SendCalls = fields({
  chainId: v.optional(v.union([v.string(), v.number()])),
  from: v.optional(v.string()),
  version: v.optional(v.string()),
  capabilities: v.optional(v.unknown()),
  calls: v.array(fields({ to: Hex, data: v.optional(Hex), value: v.optional(v.string()) })),
})
export type SendCalls = Output<typeof SendCalls>

/** How deep in the chain a node is to have seen what a Solana transaction was simulated against [S5.26]. */
export const commitments = [
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
] as const

const Transaction = v.string()

/** The parameters of the methods that don't take a list of anything; undefined takes none. */
const ownParams = {
  eth_accounts: undefined,
  eth_blockNumber: undefined,
  eth_chainId: undefined,
  eth_gasPrice: undefined,
  eth_maxPriorityFeePerGas: undefined,
  eth_newBlockFilter: undefined,
  eth_newPendingTransactionFilter: undefined,
  wallet_getCapabilities: v.unknown(),
  wallet_revokeExecutionPermission: v.unknown(),
  wallet_revokePermissions: v.unknown(),
  wallet_getAssets: v.unknown(),
  wallet_getCallsStatus: v.array(v.string()),
  wallet_sendCalls: v.array(SendCalls),
  solana_signMessage: fields({ message: v.string(), pubkey: v.string() }),
  solana_signTransaction: fields({ transaction: Transaction }),
  solana_signAllTransactions: fields({ transactions: v.array(Transaction) }),
  solana_signAndSendTransaction: fields({
    transaction: Transaction,
    options: v.optional(
      fields({
        skipPreflight: v.optional(v.boolean()),
        preflightCommitment: v.optional(v.picklist(commitments)),
        maxRetries: v.optional(v.number()),
        minContextSlot: v.optional(v.number()),
      }),
    ),
  }),
} satisfies Partial<Record<RpcMethod, v.GenericSchema | undefined>>

const table: Readonly<Partial<Record<string, v.GenericSchema>>> = ownParams

/** A JSON-RPC request of a method that the wallet has, and that method's parameters. */
export const RpcRequest = v.pipe(
  fields({ method: v.picklist([...safeMethods, ...approvedMethods]), params: v.optional(v.unknown()) }),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const { method, params } = value
    if (Object.hasOwn(table, method) && table[method] === undefined) return { method }
    const { success, issues } = v.safeParse(table[method] ?? anything, params)
    // Whole, as the original's client posts them: what reads them there knows more fields than these.
    if (success) return params === undefined ? { method } : { method, params }
    for (const issue of issues) {
      const params = { type: 'object', origin: 'value', input: value, key: 'params', value: value.params } as const
      addIssue({ message: sentenceOf(issue), input: issue.input, path: [params, ...(issue.path ?? [])] })
    }
    return NEVER
  }),
)
export type RpcRequest = Output<typeof RpcRequest>
