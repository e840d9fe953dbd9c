import { base64 } from '@scure/base'
import { placeAt } from '../placeAt.js'
import { createPrompts, type Prompts } from '../prompts.js'
import { invalidParams, unauthorized, unsupportedMethod } from '../providerError.js'
import type { RequestRecord } from '../requestRecord.js'
import { isRecord } from '../rpc.js'
import { createWindowWallet, type WindowWalletState } from '../windowWallet.js'
import { cosmosPageObject } from './pageObject.js'
import { placeCosmos } from './placeCosmos.js'
import type {
  CosmosAction,
  CosmosSessionRequest,
  TestCosmosWallet,
  TestCosmosWalletOptions,
} from './testCosmosWallet.js'
import { type CosmosKey, cosmosKey } from './vault.js'

/** The visitor's action by each method. */
const actions: Readonly<Record<string, CosmosAction>> = {
  enable: 'connect',
  getKey: 'read',
  signArbitrary: 'sign',
  signAmino: 'signTransaction',
  signDirect: 'signTransaction',
}

/**
 * Makes a wallet of Cosmos for tests, with Keplr's API: what it signs is signed by the official library.
 *
 * @example
 * const wallet = createTestCosmosWallet({ name: 'Willow', keys: [key], chains: { 'foyer-1': 'cosmos' } })
 * wallet.appearIn(window)
 * wallet.next({ connect: 'reject' })
 */
export function createTestCosmosWallet(options: TestCosmosWalletOptions): TestCosmosWallet {
  const { name, keys, chains, path = 'keplr', event = 'keplr_keystorechange', isDevice = false } = options
  const prompts = createPrompts(options.mode ?? 'auto')
  const state: WindowWalletState<string> = { key: keys[0], allowed: new Set() }
  const keyOn = (chainId: unknown): CosmosKey => {
    const prefix = typeof chainId === 'string' && Object.hasOwn(chains, chainId) ? chains[chainId] : undefined
    if (prefix === undefined) throw new Error(`There is no chain info for ${chainId}`)
    return cosmosKey({ key: state.key, prefix })
  }
  const [firstChain = ''] = Object.keys(chains)
  return createWindowWallet({
    ...{ name, keys, state, prompts, actions, answer: answerWith({ state, prompts, keyOn, isDevice }), event },
    objectOf: (request) => cosmosPageObject({ request }),
    place: (at) => placeCosmos({ ...at, path, placeAt }),
    own: {
      get accounts() {
        return [keyOn(firstChain).address]
      },
      addressOn: (chainId: string) => keyOn(chainId).address,
      answerSession: ({ chainId, ...asked }: CosmosSessionRequest) => answerSession({ key: keyOn(chainId), ...asked }),
    },
  })
}

interface Inside {
  readonly state: WindowWalletState<string>
  readonly prompts: Prompts
  /** @throws Error for a chain that the wallet doesn't know */
  readonly keyOn: (chainId: unknown) => CosmosKey
  readonly isDevice: boolean
}

/** Answers Keplr's methods; bytes are lists of numbers here. */
const answerWith =
  ({ state, prompts, keyOn, isDevice }: Inside) =>
  async (asking: RequestRecord): Promise<unknown> => {
    const { origin, method } = asking
    const params: readonly unknown[] = Array.isArray(asking.params) ? asking.params : []
    const [chainId, signer, data] = params
    if (method === 'enable') {
      for (const each of Array.isArray(chainId) ? chainId : [chainId]) keyOn(each)
      if (!state.allowed.has(origin)) await prompts.ask(asking)
      state.allowed.add(origin)
      return undefined
    }
    if (method === 'disable') {
      state.allowed.delete(origin)
      return undefined
    }
    if (!state.allowed.has(origin)) throw unauthorized()
    const key = keyOn(chainId)
    if (method === 'getKey')
      return {
        name: 'Test',
        algo: 'secp256k1',
        pubKey: [...key.publicKey],
        address: [...key.addressBytes],
        bech32Address: key.address,
        isNanoLedger: isDevice,
        isKeystone: false,
      }
    if (signer !== key.address) throw new Error('Signer mismatched')
    await prompts.ask(asking)
    if (method === 'signArbitrary' && typeof data === 'string') return key.signArbitrary(data)
    if (method === 'signAmino') return key.signAmino(data)
    if (method === 'signDirect' && isRecord(data) && !isDevice) {
      const doc = { ...data, bodyBytes: bytesOf(data.bodyBytes), authInfoBytes: bytesOf(data.authInfoBytes) }
      const signature = await key.signDirect({
        ...doc,
        chainId: `${data.chainId}`,
        accountNumber: `${data.accountNumber}`,
      })
      return { signed: data, signature }
    }
    throw unsupportedMethod(method)
  }

function bytesOf(value: unknown): Uint8Array {
  if (!Array.isArray(value)) throw invalidParams('Bytes were expected.')
  return Uint8Array.from(value)
}

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/cosmos-rpc */
async function answerSession({
  key,
  method,
  params,
}: Omit<CosmosSessionRequest, 'chainId'> & { readonly key: CosmosKey }): Promise<unknown> {
  if (method === 'cosmos_getAccounts')
    return [{ algo: 'secp256k1', address: key.address, pubkey: base64.encode(key.publicKey) }]
  if (!isRecord(params) || params.signerAddress !== key.address)
    throw invalidParams('The account is not of this wallet.')
  const { signDoc } = params
  if (method === 'cosmos_signAmino') {
    const { signed, signature } = await key.signAmino(signDoc)
    return { signed, signature }
  }
  if (method !== 'cosmos_signDirect' || !isRecord(signDoc)) throw unsupportedMethod(method)
  const doc = {
    bodyBytes: base64.decode(`${signDoc.bodyBytes}`),
    authInfoBytes: base64.decode(`${signDoc.authInfoBytes}`),
    chainId: `${signDoc.chainId}`,
    accountNumber: `${signDoc.accountNumber}`,
  }
  return { signature: await key.signDirect(doc) }
}
