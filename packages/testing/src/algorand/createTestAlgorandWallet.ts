import { placeAt } from '../placeAt.js'
import { createPrompts, type Prompts } from '../prompts.js'
import { invalidParams, ProviderError, unauthorized, unsupportedMethod } from '../providerError.js'
import type { RequestRecord } from '../requestRecord.js'
import { isRecord } from '../rpc.js'
import { createWindowWallet, type WindowWalletState } from '../windowWallet.js'
import { algorandPageObject, answerArc27 } from './pageObject.js'
import type {
  AlgorandAction,
  AlgorandSessionRequest,
  TestAlgorandWallet,
  TestAlgorandWalletOptions,
} from './testAlgorandWallet.js'
import type { AlgorandKey } from './vault.js'

/** The visitor's action by each method. */
const actions: Readonly<Record<string, AlgorandAction>> = {
  enable: 'connect',
  sign_message: 'sign',
  sign_transactions: 'signTransaction',
}

const genesisId = 'test-v1'

/** The kit's listeners for its answers are counted by it: the wallet itself emits nothing. */
const countedEvent = 'arc0027:enable:response'

/**
 * Makes a wallet of Algorand for tests, as ARC-27 or `window.algorand` have them: what it signs is signed by the official library.
 *
 * @example
 * const wallet = await createTestAlgorandWallet({ name: 'Willow', accounts: [{ key }], genesisHashes: [genesisHash] })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export async function createTestAlgorandWallet(options: TestAlgorandWalletOptions): Promise<TestAlgorandWallet> {
  const { name, accounts, genesisHashes, kind = 'arc27' } = options
  // The library is large: who makes no such wallet doesn't load it.
  const { algorandKey } = await import('./vault.js')
  const keys = accounts.map(algorandKey)
  const prompts = createPrompts(options.mode ?? 'auto')
  const state: WindowWalletState<AlgorandKey> = { key: keys[0] ?? algorandKey(accounts[0]), allowed: new Set() }
  return createWindowWallet({
    ...{ name, keys, state, prompts, actions, answer: answerWith({ state, prompts, genesisHashes }) },
    objectOf: (request) => algorandPageObject({ request, name, genesisHashes, kind }),
    place: (at) => (kind === 'window' ? placeAt({ ...at, path: 'algorand' }) : answerArc27(at)),
    event: countedEvent,
    own: {
      get accounts() {
        return [state.key.address]
      },
      answerSession: async (request: AlgorandSessionRequest) => answerSession({ ...request, key: state.key }),
    },
  })
}

interface Inside {
  readonly state: WindowWalletState<AlgorandKey>
  readonly prompts: Prompts
  readonly genesisHashes: readonly string[]
}

/** Answers the methods of ARC-27. */
const answerWith =
  ({ state, prompts, genesisHashes }: Inside) =>
  async (asking: RequestRecord): Promise<unknown> => {
    const { origin, method } = asking
    const params = isRecord(asking.params) ? asking.params : {}
    const { key } = state
    if (method === 'enable') {
      const genesisHash = params.genesisHash ?? genesisHashes[0]
      if (!genesisHashes.some((each) => each === genesisHash))
        throw new ProviderError({ code: 4004, message: 'The network is unknown.' })
      if (!state.allowed.has(origin)) await prompts.ask(asking)
      state.allowed.add(origin)
      return { accounts: [{ address: key.address, name: 'Test' }], genesisHash, genesisId }
    }
    if (method === 'disable') {
      state.allowed.delete(origin)
      return { genesisHash: genesisHashes[0], genesisId }
    }
    if (!state.allowed.has(origin)) throw unauthorized()
    if (method === 'sign_message') {
      if (params.signer !== key.address) throw unauthorized()
      await prompts.ask(asking)
      return { signature: key.signMessage(new TextEncoder().encode(String(params.message))), signer: key.address }
    }
    if (method !== 'sign_transactions') throw unsupportedMethod(method)
    await prompts.ask(asking)
    return { stxns: signedOf(key, params.txns) }
  }

/** @returns null for one of a group that isn't this wallet's to sign @see ARC-1 */
function signedOf(key: AlgorandKey, txns: unknown): readonly (string | null)[] {
  if (!Array.isArray(txns) || txns.length === 0) throw invalidParams('There is no transaction.')
  return txns.map((each: unknown) => {
    if (!isRecord(each) || typeof each.txn !== 'string') throw invalidParams('That is no transaction.')
    if (Array.isArray(each.signers) && each.signers.length === 0) return null
    return key.signTransaction({
      txn: each.txn,
      authAddr: typeof each.authAddr === 'string' ? each.authAddr : undefined,
    })
  })
}

/** @see ARC-1, ARC-25 */
function answerSession({ key, method, params }: AlgorandSessionRequest & { readonly key: AlgorandKey }): unknown {
  if (!Array.isArray(params)) throw invalidParams('That is no request.')
  const [first]: readonly unknown[] = params
  if (method === 'algo_signTxn') return signedOf(key, first)
  if (method !== 'algo_signData') throw unsupportedMethod(method)
  if (!isRecord(first) || first.signer !== key.address || typeof first.data !== 'string')
    throw invalidParams('The account is not of this wallet.')
  return [key.signMessage(Buffer.from(first.data, 'base64'))]
}
