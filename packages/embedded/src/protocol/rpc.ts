import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { fields, sentenceOf } from './checks.js'

/**
 * Each method that the wallet has, to the letter, and by whom it is answered [S5.29]: what changes nothing and moves nothing, or sends what was signed before, by the
 * network's `node` or by the `wallet` itself, without being asked about [S6.3]; what signs or spends by the `visitor`, to whom the wallet's page shows it [S6.4], also
 * where it is `sent`. A method that isn't named here is refused, whatever its name looks like.
 */
export const rpcMethods = {
  eth_accounts: 'wallet',
  eth_blockNumber: 'node',
  eth_call: 'node',
  eth_chainId: 'wallet',
  eth_estimateGas: 'node',
  eth_feeHistory: 'node',
  eth_gasPrice: 'node',
  eth_getAccount: 'node',
  eth_getBalance: 'node',
  eth_getBlockByHash: 'node',
  eth_getBlockByNumber: 'node',
  eth_getBlockReceipts: 'node',
  eth_getBlockTransactionCountByHash: 'node',
  eth_getBlockTransactionCountByNumber: 'node',
  eth_getCode: 'node',
  eth_getFilterChanges: 'node',
  eth_getFilterLogs: 'node',
  eth_getLogs: 'node',
  eth_getProof: 'node',
  eth_getStorageAt: 'node',
  eth_getTransactionByBlockHashAndIndex: 'node',
  eth_getTransactionByBlockNumberAndIndex: 'node',
  eth_getTransactionByHash: 'node',
  eth_getTransactionCount: 'node',
  eth_getTransactionReceipt: 'node',
  eth_getUncleCountByBlockHash: 'node',
  eth_getUncleCountByBlockNumber: 'node',
  eth_maxPriorityFeePerGas: 'node',
  eth_newBlockFilter: 'node',
  eth_newFilter: 'node',
  eth_newPendingTransactionFilter: 'node',
  eth_sendRawTransaction: 'node',
  eth_syncing: 'node',
  eth_uninstallFilter: 'node',
  wallet_getAssets: 'wallet',
  wallet_getCallsStatus: 'wallet',
  wallet_getCapabilities: 'wallet',
  wallet_getGrantedExecutionPermissions: 'wallet',
  wallet_getSupportedExecutionPermissions: 'wallet',
  eth_sendTransaction: 'sent',
  eth_signTypedData_v4: 'visitor',
  personal_sign: 'visitor',
  solana_signAllTransactions: 'visitor',
  solana_signAndSendTransaction: 'sent',
  solana_signMessage: 'visitor',
  solana_signTransaction: 'visitor',
  wallet_grantPermissions: 'visitor',
  wallet_requestExecutionPermissions: 'visitor',
  wallet_revokeExecutionPermission: 'visitor',
  wallet_revokePermissions: 'visitor',
  wallet_sendCalls: 'sent',
  wallet_showCallsStatus: 'visitor',
} as const

/** A method that the wallet has [S5.29]. */
export type RpcMethod = keyof typeof rpcMethods
type MethodOf<By> = { [Method in RpcMethod]: (typeof rpcMethods)[Method] extends By ? Method : never }[RpcMethod]

const isMethod = (method: string): method is RpcMethod => Object.hasOwn(rpcMethods, method)
const methods: readonly RpcMethod[] = Object.keys(rpcMethods).filter(isMethod)

/** Runs without being asked about. @example isSafe('eth_call') */
export const isSafe = (method: string): method is MethodOf<'node' | 'wallet'> =>
  isMethod(method) && (rpcMethods[method] === 'node' || rpcMethods[method] === 'wallet')
/** Is shown by the wallet's page, and waits for the visitor. @example needsApproval('personal_sign') */
export const needsApproval = (method: string): method is MethodOf<'visitor' | 'sent'> =>
  isMethod(method) && !isSafe(method)
/** Is carried out on the chain once the visitor has approved it. @example isSent('wallet_sendCalls') */
export const isSent = (method: string): boolean => isMethod(method) && rpcMethods[method] === 'sent'

/** The methods that run without being asked about. */
export const safeMethods: readonly MethodOf<'node' | 'wallet'>[] = methods.filter(isSafe)
/** The methods that the wallet's page shows, and that wait for the visitor. */
export const approvedMethods: readonly MethodOf<'visitor' | 'sent'>[] = methods.filter(needsApproval)

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
  fields({ method: v.picklist(methods), params: v.optional(v.unknown()) }),
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
