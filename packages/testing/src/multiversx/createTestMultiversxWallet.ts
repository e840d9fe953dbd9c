import { createPrompts, type Prompts } from '../prompts.js'
import { invalidParams, unauthorized, unsupportedMethod } from '../providerError.js'
import type { RequestRecord } from '../requestRecord.js'
import { isRecord } from '../rpc.js'
import { createWindowWallet, type WindowWalletState } from '../windowWallet.js'
import { multiversxPageObject, placeMultiversx } from './pageObject.js'
import type {
  MultiversxAction,
  MultiversxSessionRequest,
  TestMultiversxWallet,
  TestMultiversxWalletOptions,
} from './testMultiversxWallet.js'
import type { MultiversxKey } from './vault.js'

/** The visitor's action by each method. */
const actions: Readonly<Record<string, MultiversxAction>> = {
  connect: 'connect',
  logout: 'leave',
  signMessage: 'sign',
  signTransactions: 'signTransaction',
}

/**
 * Makes a wallet of MultiversX for tests, as the DeFi Wallet's extension is: what it signs is signed by the official library.
 *
 * @example
 * const wallet = await createTestMultiversxWallet({ name: 'Willow', accounts: [{ key }] })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export async function createTestMultiversxWallet(options: TestMultiversxWalletOptions): Promise<TestMultiversxWallet> {
  const { name, accounts } = options
  // The library is large: who makes no such wallet doesn't load it.
  const { multiversxKey } = await import('./vault.js')
  const keys = accounts.map(multiversxKey)
  const [first] = keys
  if (!first) throw new Error('A wallet has an account.')
  const prompts = createPrompts(options.mode ?? 'auto')
  const state: WindowWalletState<MultiversxKey> = { key: first, allowed: new Set() }
  return createWindowWallet({
    ...{ name, keys, state, prompts, actions, answer: answerWith({ state, prompts }) },
    objectOf: (request) => multiversxPageObject({ request }),
    place: placeMultiversx,
    // It emits nothing: the visitor comes back to the page.
    event: 'focus',
    own: {
      get accounts() {
        return [state.key.address]
      },
      answerSession: async (request: MultiversxSessionRequest) => answerSession({ ...request, key: state.key }),
    },
  })
}

interface Inside {
  readonly state: WindowWalletState<MultiversxKey>
  readonly prompts: Prompts
}

/** Answers what the extension is asked. */
const answerWith =
  ({ state, prompts }: Inside) =>
  async (asking: RequestRecord): Promise<unknown> => {
    const { origin, method } = asking
    const params = isRecord(asking.params) ? asking.params : {}
    const { key } = state
    if (method === 'cancelAction') return {}
    if (method === 'connect') {
      await prompts.ask(asking)
      state.allowed.add(origin)
      return { address: key.address, name: 'Test', accountIndex: 0 }
    }
    if (method === 'logout') return state.allowed.delete(origin)
    if (!state.allowed.has(origin)) throw unauthorized()
    await prompts.ask(asking)
    if (method === 'signMessage') {
      if (params.account !== key.address) throw invalidParams('The account is not the selected one.')
      return { signature: key.signMessage(String(params.message)) }
    }
    if (method !== 'signTransactions' || !Array.isArray(params.transactions)) throw unsupportedMethod(method)
    return params.transactions.map((each) => key.signTransaction(each))
  }

/** @see https://docs.walletconnect.network/advanced/multichain/rpc-reference/multiversx-rpc */
function answerSession({ key, method, params }: MultiversxSessionRequest & { readonly key: MultiversxKey }): object {
  if (!isRecord(params)) throw invalidParams('Parameters were expected.')
  if (method === 'mvx_signMessage') {
    if (params.address !== key.address) throw invalidParams('The account is not of this wallet.')
    return { signature: key.signMessage(String(params.message)) }
  }
  if (method !== 'mvx_signTransaction') throw unsupportedMethod(method)
  const { signature, version } = key.signTransaction(params.transaction)
  return { signature, version }
}
