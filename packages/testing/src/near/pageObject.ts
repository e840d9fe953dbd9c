import type { PageAnswer } from '../pageWallet.js'

export interface NearObjectParameters {
  readonly request: (request: { readonly method: string; readonly params: unknown }) => Promise<PageAnswer>
  readonly id: string
  readonly name: string
  /** `connect`: as NEAR Connect has it. `window`: as older wallets have it. */
  readonly kind: 'connect' | 'window'
}

/**
 * The object of a wallet that a page finds. Bytes cross to the wallet as lists of numbers. It is written out as text into browsers, so it uses nothing from
 * outside itself.
 */
export function nearPageObject({ request, id, name, kind }: NearObjectParameters): object {
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const answer = await request({ method, params })
    if (answer.type === 'result') return answer.result
    if (answer.type === 'thrown') throw answer.thrown
    throw Object.assign(new Error(answer.message), { code: answer.code })
  }
  const inside = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)
  const crossing = (asked: unknown) => ({ ...Object(asked), nonce: Array.from(Object(inside(asked, 'nonce'))) })
  const signMessage = (asked: unknown) => ask('signMessage', crossing(asked))
  const signAndSendTransaction = (asked: unknown) => ask('signAndSendTransaction', asked)
  if (kind === 'window')
    return {
      isSender: name === 'Sender',
      requestSignIn: async (asked: unknown) => {
        const listed = await ask('signIn', asked)
        return Array.isArray(listed) ? listed[0] : listed
      },
      getAccountId: async () => {
        const listed = await ask('getAccounts', {})
        return Array.isArray(listed) ? (inside(listed[0], 'accountId') ?? '') : listed
      },
      signOut: () => ask('signOut', {}),
      signMessage,
      signAndSendTransaction,
    }
  const done = ['signMessage', 'signAndSendTransaction', 'signAndSendTransactions', 'signInAndSignMessage', 'mainnet']
  const others = [
    'signTransaction',
    'signDelegateActions',
    'signInWithoutAddKey',
    'signInWithFunctionCallKey',
    'testnet',
  ]
  return {
    manifest: {
      id,
      name,
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      description: `${name}, a wallet for tests`,
      website: 'https://wallet.test',
      version: '1.0.0',
      type: 'injected',
      permissions: {},
      features: Object.fromEntries([...done, ...others].map((feature) => [feature, done.includes(feature)])),
    },
    signIn: (asked: unknown) => ask('signIn', asked),
    signInAndSignMessage: (asked: unknown) =>
      ask('signInAndSignMessage', { ...Object(asked), messageParams: crossing(inside(asked, 'messageParams')) }),
    getAccounts: (asked: unknown) => ask('getAccounts', asked),
    signOut: (asked: unknown) => ask('signOut', asked),
    signMessage,
    signAndSendTransaction,
    signAndSendTransactions: (asked: unknown) => ask('signAndSendTransactions', asked),
  }
}

/** Shows an object to a page as wallets of NEAR Connect do. It is written out as text into browsers, so it uses nothing from outside itself. @returns takes it out */
export function announceNear({
  window,
  object,
}: {
  readonly window: EventTarget
  readonly object: object
}): () => void {
  const announce = () => window.dispatchEvent(new CustomEvent('near-wallet-injected', { detail: object }))
  window.addEventListener('near-selector-ready', announce)
  announce()
  return () => window.removeEventListener('near-selector-ready', announce)
}
