import { placeAt } from '../placeAt.js'
import { createPrompts, type Prompts } from '../prompts.js'
import { invalidParams, unauthorized, unsupportedMethod } from '../providerError.js'
import type { RequestRecord } from '../requestRecord.js'
import { isRecord } from '../rpc.js'
import { createWindowWallet, type WindowWalletState } from '../windowWallet.js'
import { polkadotPageObject } from './pageObject.js'
import type {
  PolkadotAction,
  PolkadotSessionRequest,
  TestPolkadotWallet,
  TestPolkadotWalletOptions,
} from './testPolkadotWallet.js'
import type { PolkadotKey } from './vault.js'

/** The visitor's action by each method. */
const actions: Readonly<Record<string, PolkadotAction>> = {
  enable: 'connect',
  accounts: 'read',
  signRaw: 'sign',
  signPayload: 'signTransaction',
}

/** The event that says to the wallet's own objects in pages that its accounts are others. */
export const changedEvent = 'foyer-test-polkadot'

/** The prefix that no chain in particular has. */
const generic = 42

/**
 * Makes a wallet of Polkadot for tests, as polkadot.js's extension is: what it signs is signed by the official library.
 *
 * @example
 * const wallet = await createTestPolkadotWallet({ name: 'Willow', accounts: [{ key }] })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export async function createTestPolkadotWallet(options: TestPolkadotWalletOptions): Promise<TestPolkadotWallet> {
  const { name, accounts, prefix = 0, id = name.toLowerCase() } = options
  // The library is large: who makes no such wallet doesn't load it.
  const { polkadotKey } = await import('./vault.js')
  const keys = await Promise.all(
    accounts.map(async (each) => ({ ...(await polkadotKey(each)), genesisHash: each.genesisHash })),
  )
  const [first] = keys
  if (!first) throw new Error('A wallet has an account.')
  const prompts = createPrompts(options.mode ?? 'auto')
  const state: WindowWalletState<ShownKey> = { key: first, allowed: new Set() }
  return createWindowWallet({
    ...{ name, keys, state, prompts, actions, answer: answerWith({ state, prompts }) },
    objectOf: (request) =>
      polkadotPageObject({
        request,
        window: typeof window === 'undefined' ? new EventTarget() : window,
        event: changedEvent,
      }),
    place: (at) => placeAt({ ...at, path: `injectedWeb3.${id}` }),
    event: changedEvent,
    own: {
      get accounts() {
        return [state.key.addressOn(prefix)]
      },
      answerSession: async (request: PolkadotSessionRequest) => answerSession({ ...request, key: state.key }),
    },
  })
}

type ShownKey = PolkadotKey & { readonly genesisHash: string | undefined }

interface Inside {
  readonly state: WindowWalletState<ShownKey>
  readonly prompts: Prompts
}

/** Answers the methods of the extension's standard. */
const answerWith =
  ({ state, prompts }: Inside) =>
  async (asking: RequestRecord): Promise<unknown> => {
    const { origin, method } = asking
    const { key } = state
    if (method === 'enable') {
      if (!state.allowed.has(origin)) await prompts.ask(asking)
      state.allowed.add(origin)
      return undefined
    }
    if (!state.allowed.has(origin)) throw unauthorized()
    const { type, genesisHash = null } = key
    if (method === 'accounts') return [{ address: key.addressOn(generic), name: 'Test', type, genesisHash }]
    const params = isRecord(asking.params) ? asking.params : {}
    if (!isOf(key, params.address)) throw invalidParams('The account is not the selected one.')
    await prompts.ask(asking)
    return { id: 1, signature: signed(key, method, params) }
  }

/** Whatever the prefix: the official library compares keys. */
const isOf = (key: PolkadotKey, address: unknown): boolean =>
  typeof address === 'string' && [0, 2, generic].some((prefix) => key.addressOn(prefix) === address)

function signed(key: PolkadotKey, method: string, params: Readonly<Record<string, unknown>>): string {
  if (method === 'signRaw' && typeof params.data === 'string') return key.signRaw(params.data)
  if (method === 'signPayload') return key.signPayload(params)
  throw unsupportedMethod(method)
}

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc */
function answerSession({ key, method, params }: PolkadotSessionRequest & { readonly key: PolkadotKey }): object {
  if (!isRecord(params) || !isOf(key, params.address)) throw invalidParams('The account is not of this wallet.')
  if (method === 'polkadot_signMessage') return { id: 1, signature: signed(key, 'signRaw', params) }
  if (method !== 'polkadot_signTransaction' || !isRecord(params.transactionPayload)) throw unsupportedMethod(method)
  return { id: 1, signature: key.signPayload(params.transactionPayload) }
}
