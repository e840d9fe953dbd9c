import type { ConformanceWallet, Fault } from '@foyer/testing'
import type { Signer } from '@mysten/sui/cryptography'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import { verifyPersonalMessageSignature } from '@mysten/sui/verify'
import { type SuiAnswer, suiPage } from './suiPage'

export interface SuiWalletOptions {
  readonly name: string
  /** The wallet's own node, by which it chooses the coins that pay; without one it signs messages alone. */
  readonly nodeUrl?: string | undefined
  /** The first is in use; two of Ed25519 unless given. */
  readonly keys?: readonly Signer[] | undefined
  readonly chains?: readonly string[] | undefined
}

/** As much of Playwright's `BrowserContext` as is needed. */
interface Pages {
  exposeBinding(name: string, callback: (source: unknown, request: unknown) => unknown): Promise<unknown>
  addInitScript(script: { readonly content: string }): Promise<unknown>
}

/** A wallet of Sui with real keys: what it signs, the official library writes and signs. */
export interface SuiWallet extends ConformanceWallet {
  readonly requests: readonly string[]
  next(faults: { readonly connect?: Fault; readonly sign?: Fault }): void
  /** Changes what is signed, as a wallet that lies does. */
  tamper(change: (transaction: Transaction) => Transaction): void
  /** Puts it into a page of this process. */
  appearIn(window: EventTarget): void
  /** Puts it into every page of a browser's context, present and to come: its keys never enter the browser. */
  installIn(context: Pages): Promise<void>
}

const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#4da2ff"/></svg>')}`

interface Asked {
  readonly method: string
  readonly params: {
    readonly silent?: boolean
    readonly message?: readonly number[]
    readonly json?: string
    readonly address?: string
  } | null
}

export function createSuiWallet({
  name,
  nodeUrl,
  keys = [Ed25519Keypair.generate(), Ed25519Keypair.generate()],
  chains = ['sui:localnet'],
}: SuiWalletOptions): SuiWallet {
  let held = [...keys]
  let isAllowed = false
  let promptCount = 0
  let listenerCount = 0
  let tampered = (transaction: Transaction) => transaction
  const faults: Partial<Record<'connect' | 'sign', Fault>> = {}
  const requests: string[] = []
  const waiting = new Set<() => void>()
  const hanging = new Set<() => void>()
  const parts = new Set<ReturnType<typeof suiPage>>()
  const addresses = () => held.map((key) => key.toSuiAddress())
  const signerOf = (address: string | undefined) => {
    const key = held.find((each) => each.toSuiAddress() === address)
    if (!key) throw new Error('The wallet has no such account.')
    return key
  }
  const prompt = async (which: 'connect' | 'sign', answer: () => Promise<unknown>): Promise<SuiAnswer> => {
    promptCount += 1
    const fault = faults[which]
    delete faults[which]
    if (fault === 'reject') return { code: 4001 }
    if (fault === 'throw-string') return { thrown: 'something broke inside the wallet' }
    if (fault === 'garbage') return { result: { garbage: [null, 42] } }
    if (fault === 'hang') await new Promise<void>((resolve) => hanging.add(resolve))
    return { result: await answer() }
  }
  const sign = async ({ json = '', address }: NonNullable<Asked['params']>) => {
    const transaction = tampered(Transaction.from(json))
    const { coins, price } = await payment(nodeUrl ?? '', address ?? '')
    transaction.setGasPrice(price)
    transaction.setGasPayment(coins)
    return signerOf(address).signTransaction(await transaction.build())
  }
  const answer = async ({ method, params }: Asked): Promise<SuiAnswer> => {
    requests.push(method)
    for (const notify of waiting) notify()
    waiting.clear()
    switch (method) {
      case 'connect':
        if (isAllowed || params?.silent) return { result: isAllowed ? addresses() : [] }
        return prompt('connect', async () => {
          isAllowed = true
          return addresses()
        })
      case 'disconnect':
        isAllowed = false
        return { result: null }
      case 'signPersonalMessage':
        return prompt('sign', () =>
          signerOf(params?.address).signPersonalMessage(Uint8Array.from(params?.message ?? [])),
        )
      default:
        return prompt('sign', () => sign(params ?? {}))
    }
  }
  const emit = () => {
    for (const part of parts) part.change(isAllowed ? addresses() : [])
  }
  return {
    get accounts() {
      return addresses()
    },
    get promptCount() {
      return promptCount
    },
    get listenerCount() {
      return listenerCount
    },
    requests,
    nextRequest: () => new Promise<void>((resolve) => waiting.add(resolve)),
    next: (wanted) => void Object.assign(faults, wanted),
    tamper(change) {
      tampered = change
    },
    release() {
      for (const go of hanging) go()
      hanging.clear()
    },
    switchAccount(index) {
      const [selected] = held.slice(index, index + 1)
      if (selected) held = [selected, ...held.filter((key) => key !== selected)]
      emit()
    },
    revoke() {
      isAllowed = false
      emit()
    },
    disappear() {
      for (const part of parts) part.leave()
    },
    appearIn(window) {
      const listening = (count: number) => {
        listenerCount = count
      }
      const ask = ({ method, params }: { readonly method: string; readonly params: unknown }) =>
        answer({ method, params: Object(params) })
      parts.add(suiPage({ window, name, icon, chains, ask, listening }))
    },
    async installIn(context) {
      const binding = `suiWallet_${crypto.randomUUID().replaceAll('-', '')}`
      await context.exposeBinding(binding, (_, request) =>
        answer(asked(request)).catch((error: unknown) => ({ thrown: String(error) })),
      )
      const shape = JSON.stringify({ name, icon, chains })
      const content = `(${suiPage.toString()})({ window, ...${shape}, ask: (request) => window[${JSON.stringify(binding)}](request) })`
      await context.addInitScript({ content })
    },
  }
}

/** A page's request. @throws where it is none */
function asked(request: unknown): Asked {
  const isRequest = (value: unknown): value is Asked =>
    typeof value === 'object' && value !== null && 'method' in value && 'params' in value
  if (!isRequest(request)) throw new Error('The page asks for nothing.')
  return request
}

/** The coins of an account, and the price of gas, as the wallet's node has them. */
async function payment(url: string, owner: string) {
  const query = `query ($owner: SuiAddress!) {
    epoch { referenceGasPrice }
    address(address: $owner) { objects(filter: { type: "0x2::coin::Coin<0x2::sui::SUI>" }) { nodes { address version digest } } }
  }`
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ query, variables: { owner } }) })
  const { data } = await answer.json()
  const coins: { readonly address: string; readonly version: number; readonly digest: string }[] =
    data.address.objects.nodes
  return {
    price: BigInt(data.epoch.referenceGasPrice),
    coins: coins.map(({ address, version, digest }) => ({ objectId: address, version, digest })),
  }
}

/** Whether an account signed a message, as the official library says. */
export const isSignedForSui = async ({
  address,
  message,
  signature,
}: {
  readonly address: string
  readonly message: string
  readonly signature: string
}): Promise<boolean> => {
  try {
    await verifyPersonalMessageSignature(new TextEncoder().encode(message), signature, { address })
    return true
  } catch {
    return false // the library says no by throwing
  }
}
