/** What a wallet answers: its result, or what it throws. */
export type SuiAnswer = { readonly result: unknown } | { readonly thrown: unknown } | { readonly code: number }

export interface SuiPageParameters {
  readonly window: EventTarget
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  /** Reaches the wallet, which has the keys. Bytes are lists of numbers on the way. */
  readonly ask: (request: { readonly method: string; readonly params: unknown }) => Promise<SuiAnswer>
  /** Called with how many listeners there are. */
  readonly listening?: ((count: number) => void) | undefined
}

/**
 * A wallet's part in a page, by the Wallet Standard. It is written out as text into browsers, so it uses nothing from outside itself.
 *
 * @returns emits other accounts, and takes the wallet out of the page
 */
export function suiPage({ window, name, icon, chains, ask, listening = () => {} }: SuiPageParameters): {
  change(accounts: unknown): void
  leave(): void
} {
  const listeners = new Set<(change: unknown) => void>()
  const leaves = new Set<() => void>()
  let accounts: readonly unknown[] = []
  const asked = async (method: string, params: unknown = null): Promise<unknown> => {
    const answer = await ask({ method, params })
    if ('result' in answer) return answer.result
    if ('thrown' in answer) throw answer.thrown
    throw Object.assign(new Error('User rejected the request'), { code: answer.code })
  }
  const take = (listed: unknown) => {
    if (!Array.isArray(listed)) return
    accounts = listed.map((address) => ({ address, publicKey: new Uint8Array(32), chains, features: [] }))
  }
  const features = {
    'standard:connect': {
      version: '1.0.0',
      async connect(input?: { readonly silent?: boolean }) {
        const answer = await asked('connect', { silent: input?.silent === true })
        if (!Array.isArray(answer)) return answer
        take(answer)
        return { accounts }
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: async () => void (await asked('disconnect')) },
    'standard:events': {
      version: '1.0.0',
      on(_: string, listener: (change: unknown) => void) {
        listeners.add(listener)
        listening(listeners.size)
        return () => {
          listeners.delete(listener)
          listening(listeners.size)
        }
      },
    },
    'sui:signPersonalMessage': {
      version: '1.1.0',
      signPersonalMessage: ({
        message,
        account,
      }: {
        readonly message: Uint8Array
        readonly account: { readonly address: string }
      }) => asked('signPersonalMessage', { message: [...message], address: account.address }),
    },
    'sui:signTransaction': {
      version: '2.0.0',
      signTransaction: async (input: {
        readonly transaction: { toJSON(): Promise<string> }
        readonly account: { readonly address: string }
        readonly chain: string
      }) =>
        asked('signTransaction', {
          json: await input.transaction.toJSON(),
          address: input.account.address,
          chain: input.chain,
        }),
    },
  }
  const wallet = {
    version: '1.0.0',
    name,
    icon,
    chains,
    features,
    get accounts() {
      return accounts
    },
  }
  const register = (api: { register(wallet: object): () => void }) => void leaves.add(api.register(wallet))
  const onReady = (event: Event) => register(Reflect.get(event, 'detail'))
  window.addEventListener('wallet-standard:app-ready', onReady)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return {
    change(listed) {
      take(listed)
      for (const listener of [...listeners]) listener({ accounts })
    },
    leave() {
      window.removeEventListener('wallet-standard:app-ready', onReady)
      for (const each of leaves) each()
    },
  }
}
