import type { Bridge, PageEvent } from '../pageWallet.js'

/** The shape that a wallet is registered with, beside its page's own. */
export interface SolanaShape {
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  readonly features: readonly string[]
  readonly versions: readonly ('legacy' | 0)[]
}

/** A page's wallet, and the way to its listeners. */
export interface SolanaPageWallet {
  readonly page: string
  readonly wallet: object
  change(value: unknown): void
}

/**
 * The wallet of the Wallet Standard that a page gets: requests go over the bridge, with bytes as lists of numbers.
 * It is written out as text into browsers, so it uses nothing from outside itself.
 */
export function solanaWalletIn({
  shape,
  bridge,
}: {
  readonly shape: SolanaShape
  readonly bridge: Bridge
}): SolanaPageWallet {
  const page = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  const listeners = new Set<(value: unknown) => void>()
  let accounts: unknown = []
  // Bytes don't survive the way between the page and the wallet as they are.
  const packed = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return { bytes: [...value] }
    if (Array.isArray(value)) return value.map(packed)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, packed(each)]))
  }
  const unpacked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unpacked)
    if (typeof value !== 'object' || value === null) return value
    if ('bytes' in value && Array.isArray(value.bytes)) return Uint8Array.from(value.bytes)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unpacked(each)]))
  }
  const ask = async (method: string, inputs: readonly unknown[]): Promise<unknown> => {
    const answer = await bridge.request({ method, params: packed(inputs) })
    if (answer.type === 'result') return unpacked(answer.result)
    if (answer.type === 'thrown') throw answer.thrown
    throw Object.assign(new Error(answer.message), { code: answer.code, data: answer.data })
  }
  const report = () => {
    bridge.listeners({ page, count: listeners.size }).catch(() => {}) // a page that is going away has no listeners
  }
  const take = (value: unknown) => {
    const listed: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'accounts') : undefined
    if (Array.isArray(listed)) accounts = listed
  }
  const methods: Readonly<Record<string, object>> = {
    'standard:connect': {
      async connect(...inputs: readonly unknown[]) {
        const answer = await ask('standard:connect', inputs)
        take(answer)
        return answer
      },
    },
    'standard:disconnect': { disconnect: async () => void (await ask('standard:disconnect', [])) },
    'standard:events': {
      on(_: string, listener: (value: unknown) => void) {
        listeners.add(listener)
        report()
        return () => {
          listeners.delete(listener)
          report()
        }
      },
    },
    'solana:signMessage': { signMessage: (...inputs: readonly unknown[]) => ask('solana:signMessage', inputs) },
    'solana:signTransaction': {
      supportedTransactionVersions: shape.versions,
      signTransaction: (...inputs: readonly unknown[]) => ask('solana:signTransaction', inputs),
    },
    'solana:signAndSendTransaction': {
      supportedTransactionVersions: shape.versions,
      signAndSendTransaction: (...inputs: readonly unknown[]) => ask('solana:signAndSendTransaction', inputs),
    },
  }
  const features = Object.fromEntries(shape.features.map((name) => [name, { version: '1.0.0', ...methods[name] }]))
  const { name, icon, chains } = shape
  return {
    page,
    wallet: {
      version: '1.0.0',
      name,
      icon,
      chains,
      features,
      get accounts() {
        return accounts
      },
    },
    change(value) {
      const change = unpacked(value)
      take(change)
      // Each in a microtask of its own: one that throws is the page's uncaught error, and the others are still called.
      for (const listener of listeners) queueMicrotask(() => listener(change))
    },
  }
}

/**
 * The wallet's part in a page: registers itself, whichever of the two comes first, and hands everything on to the wallet.
 * It is written out as text into browsers, so it uses nothing from outside itself, and receives `solanaWalletIn`.
 * @returns takes it out of the page
 */
export function solanaPage({
  window,
  shape,
  bridge,
  solanaWalletIn,
}: {
  readonly window: EventTarget
  readonly shape: SolanaShape
  readonly bridge: Bridge
  readonly solanaWalletIn: (parameters: { readonly shape: SolanaShape; readonly bridge: Bridge }) => SolanaPageWallet
}): () => void {
  const { page, wallet, change } = solanaWalletIn({ shape, bridge })
  let leaves: readonly (() => void)[] = []
  let isShown = false
  let left = false
  const register = (api: unknown) => {
    if (!isShown || typeof api !== 'object' || api === null) return
    const leave: unknown = Reflect.get(api, 'register')?.(wallet)
    if (typeof leave === 'function') leaves = [...leaves, () => leave()]
  }
  const onReady = (event: Event) => register(Reflect.get(event, 'detail'))
  const leaveAll = () => {
    for (const leave of leaves) leave()
    leaves = []
  }
  const show = (wanted: boolean) => {
    if (wanted === isShown) return
    isShown = wanted
    if (wanted) window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    else leaveAll()
  }
  const take = (event: PageEvent) => {
    if (event.type === 'presence') show(event.presence.announcements.length > 0)
    else change(event.value)
  }
  const follow = async () => {
    while (!left) for (const each of await bridge.next(page)) if (!left) take(each)
  }
  window.addEventListener('wallet-standard:app-ready', onReady)
  follow().catch(() => {}) // the page or the browser is being closed
  return () => {
    left = true
    window.removeEventListener('wallet-standard:app-ready', onReady)
    leaveAll()
  }
}
