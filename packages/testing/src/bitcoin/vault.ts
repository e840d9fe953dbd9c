import { Address, OutScript, Transaction } from '@scure/btc-signer'
import type { Prompts } from '../prompts.js'
import { invalidParams, unauthorized, unsupportedMethod } from '../providerError.js'
import { type BitcoinKey, keysOf } from './keys.js'
import { pay } from './pay.js'
import type { BitcoinDialect, TestBitcoinWalletOptions } from './testBitcoinWallet.js'

/** The wallet's state at the moment: one for all pages. */
export interface VaultState {
  /** The selected one first. */
  accounts: readonly string[]
  networkId: string
  readonly allowed: Set<string>
}

export interface Asking {
  readonly origin: string
  readonly method: string
  readonly params: unknown
}

/** The wallet's inside, which every dialect asks: who may, what the visitor says, and the keys. */
export interface Vault {
  readonly state: VaultState
  readonly networkId: string
  readonly canSend: boolean
  /** The selected account's, payment first; of a dialect that knows one address, that alone. */
  keys(): readonly BitcoinKey[]
  isAllowed(origin: string): boolean
  /** Asks the visitor to let a page in, unless it is. */
  allow(asking: Asking): Promise<void>
  forget(origin: string): void
  switchNetwork(asking: Asking & { readonly networkId: string }): Promise<void>
  /** @returns the signature in base64 */
  signMessage(
    asking: Asking & { readonly address: string; readonly message: string; readonly protocol: 'ecdsa' | 'bip322' },
  ): Promise<string>
  /** @param asking.inputs - by index, with the address that signs; without them, all that are the wallet's */
  signPsbt(
    asking: Asking & {
      readonly psbt: Uint8Array
      readonly inputs: readonly { readonly index: number; readonly address: string }[]
    },
  ): Promise<Uint8Array>
  /** @returns the transaction's id */
  send(asking: Asking & { readonly to: string; readonly sats: bigint }): Promise<string>
}

export function createVault({
  options: { keys, networkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', paymentType, esplora, dialect },
  prompts,
  changed,
}: {
  readonly options: TestBitcoinWalletOptions & { readonly dialect: BitcoinDialect }
  readonly prompts: Prompts
  readonly changed: (what: 'network') => void
}): Vault {
  const state: VaultState = { accounts: keys, networkId, allowed: new Set() }
  const made = new Map<string, readonly BitcoinKey[]>()
  const own = () => {
    const [key = ''] = state.accounts
    const { networkId } = state
    const all = made.get(key + networkId) ?? keysOf({ key, networkId, paymentType })
    made.set(key + networkId, all)
    return dialect === 'unisat' ? all.slice(0, 1) : all
  }
  const keyAt = (address: string) => {
    const key = own().find((each) => each.address === address)
    if (!key) throw invalidParams('The address is not of this wallet.')
    return key
  }
  const consent = async (asking: Asking) => {
    if (!state.allowed.has(asking.origin)) throw unauthorized()
    await prompts.ask(asking)
  }
  return {
    state,
    get networkId() {
      return state.networkId
    },
    canSend: esplora !== undefined,
    keys: own,
    isAllowed: (origin) => state.allowed.has(origin),
    async allow(asking) {
      if (state.allowed.has(asking.origin)) return
      await prompts.ask(asking)
      state.allowed.add(asking.origin)
    },
    forget: (origin) => void state.allowed.delete(origin),
    async switchNetwork({ networkId: wanted, ...asking }) {
      await consent(asking)
      if (state.networkId === wanted) return
      state.networkId = wanted
      changed('network')
    },
    async signMessage({ address, message, protocol, ...asking }) {
      await consent(asking)
      return keyAt(address).signMessage({ message, protocol })
    },
    async signPsbt({ psbt, inputs, ...asking }) {
      await consent(asking)
      const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true, allowUnknownInputs: true })
      for (const { index, address } of inputs) keyAt(address).signInputs({ transaction, indexes: [index] })
      return transaction.toPSBT()
    },
    async send({ to, sats, ...asking }) {
      const [key] = own()
      if (esplora === undefined || !key) throw unsupportedMethod(asking.method)
      await consent(asking)
      return pay({ key, script: scriptOf(to, key.address), sats, esplora, fetch: globalThis.fetch })
    },
  }
}

/** The script of an address on the network of the wallet's own. */
function scriptOf(address: string, own: string): Uint8Array {
  const bech32 = /^(bcrt|bc|tb)1/.exec(own)?.[1] ?? 'bcrt'
  const isMain = bech32 === 'bc'
  const network = { bech32, pubKeyHash: isMain ? 0 : 0x6f, scriptHash: isMain ? 5 : 0xc4, wif: 0 }
  try {
    return OutScript.encode(Address(network).decode(address))
  } catch {
    throw invalidParams('The recipient is no address of the network.')
  }
}
