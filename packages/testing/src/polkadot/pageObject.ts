import type { PageAnswer } from '../pageWallet.js'

export interface PolkadotObjectParameters {
  readonly request: (request: { readonly method: string; readonly params: unknown }) => Promise<PageAnswer>
  readonly window: EventTarget
  /** Emitted on `window` when the wallet's accounts are others. */
  readonly event: string
}

/** The object at `window.injectedWeb3` that a page finds. It is written out as text into browsers, so it uses nothing from outside itself. */
export function polkadotPageObject({ request, window, event }: PolkadotObjectParameters): object {
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const answer = await request({ method, params })
    if (answer.type === 'result') return answer.result
    if (answer.type === 'thrown') throw answer.thrown
    // Refusals carry no number.
    if (answer.code === 4001) throw new Error('Cancelled')
    throw Object.assign(new Error(answer.message), { code: answer.code })
  }
  const injected = {
    accounts: {
      get: (anyType?: unknown) => ask('accounts', [anyType]),
      subscribe(changed: (accounts: unknown) => void) {
        const listen = () => void ask('accounts', []).then(changed, () => changed([]))
        window.addEventListener(event, listen)
        // What they are now is said first.
        listen()
        return () => window.removeEventListener(event, listen)
      },
    },
    signer: {
      signRaw: (asked: unknown) => ask('signRaw', asked),
      signPayload: (asked: unknown) => ask('signPayload', asked),
    },
  }
  return {
    version: '0.63.1',
    enable: async (origin: unknown) => (await ask('enable', [origin])) ?? injected,
  }
}
