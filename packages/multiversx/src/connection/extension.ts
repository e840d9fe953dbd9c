import type { Abortable, AdapterHost } from '@foyer/core'
import { type AskWalletParameters, askWallet, readProperty } from '@foyer/core/connector'
import { ProviderDisconnectedError } from '@foyer/core/errors'
import * as v from 'valibot'
import { readAddress } from '../addresses/address.js'
import { isThere } from '../discovery/discoverWallets.js'
import type { MultiversxTransaction } from '../family.js'
import { WireSignature, WireSigned } from '../wire/methods.js'

/** The extension, asked by messages to the window; what it answers is parsed. */
export interface Extension {
  /** Asks the visitor to let the page see an account. @returns its address */
  connect(options: Abortable): Promise<string>
  signMessage(request: Abortable & { readonly address: string; readonly message: string }): Promise<string>
  signTransaction(
    request: Abortable & { readonly transaction: MultiversxTransaction },
  ): Promise<Readonly<Record<string, unknown>>>
  logout(request: { readonly address: string; readonly timeoutMs: number }): Promise<unknown>
}

type Asked<T> = Pick<AskWalletParameters<T>, 'method' | 'expected' | 'signal' | 'timeoutMs'> & {
  readonly data: unknown
  readonly schema: v.GenericSchema<unknown, T>
}

const Connected = v.object({
  address: v.pipe(
    v.string(),
    v.check((text) => readAddress(text) !== undefined),
    v.toLowerCase(),
  ),
})
const Signed = v.object({ signature: WireSignature })
const SignedOnes = v.pipe(
  v.tuple([WireSigned]),
  v.transform(([first]) => first),
)

/** How long the extension has to say that it has given up a request, in milliseconds: what it answers after is taken for the next one's. */
const lingerMs = 1000

/**
 * Speaks with the extension as its own library does (`@multiversx/sdk-extension-provider`). Answers have no number, so one request is under way at a time, over all
 * of the page's connections; one that is aborted is called off there first.
 */
export function createExtension({ clock }: Pick<AdapterHost, 'clock'>): Extension {
  const ask = <T>({ data, schema, ...asked }: Asked<T>): Promise<T> =>
    inTurn(async (settled) => {
      const stopping = new AbortController()
      try {
        const { output } = await askWallet({
          ...asked,
          clock,
          ask: () => exchange({ type: asked.method, data, signal: stopping.signal, settled }),
          parse(said) {
            const { success, output } = v.safeParse(schema, said)
            return success ? { output } : undefined
          },
        })
        return output
      } finally {
        stopping.abort()
      }
    }, clock)
  return {
    connect: async ({ signal }) =>
      (await ask({ method: 'connect', data: '', schema: Connected, expected: 'an address', signal })).address,
    async signMessage({ address, message, signal }) {
      const data = { account: address, message }
      return (await ask({ method: 'signMessage', data, schema: Signed, expected: 'a signature', signal })).signature
    },
    async signTransaction({ transaction, signal }) {
      const data = { from: transaction.sender, transactions: [transaction] }
      return ask({ method: 'signTransactions', data, schema: SignedOnes, expected: 'the signed transaction', signal })
    },
    logout: ({ address, timeoutMs }) =>
      ask({ method: 'logout', data: address, schema: v.unknown(), expected: 'nothing', timeoutMs }),
  }
}

/** Ends with the page's last request: by its answer, or a while after it was called off. */
const turns = new WeakMap<Window, Promise<unknown>>()

/** Runs a request once the page's others are over. */
async function inTurn<T>(
  run: (settled: () => void) => Promise<T>,
  clock: Pick<AdapterHost, 'clock'>['clock'],
): Promise<T> {
  const before = turns.get(window)
  let isSettled = false
  let settle: () => void = () => {}
  const over = new Promise<void>((resolve) => {
    settle = () => {
      isSettled = true
      resolve()
    }
  })
  turns.set(window, over)
  await before
  try {
    return await run(settle)
  } finally {
    if (!isSettled) {
      post('cancelAction', {})
      clock.setTimeout(settle, lingerMs)
    }
  }
}

const post = (type: string, data: unknown): void => window.postMessage({ target: 'erdw-inpage', type, data }, origin())
const origin = (): string => window.origin

interface Exchange {
  readonly type: string
  readonly data: unknown
  /** Ends the listening. */
  readonly signal: AbortSignal
  /** The extension has answered, or was never asked. */
  readonly settled: () => void
}

/** Asks once. @throws what the extension says in the place of an answer */
async function exchange({ type, data, signal, settled }: Exchange): Promise<unknown> {
  if (!isThere()) {
    settled()
    throw new ProviderDisconnectedError()
  }
  const said = await new Promise<unknown>((resolve) => {
    const listen = (event: Event) => {
      const [source, from] = [readProperty(event, 'source'), readProperty(event, 'origin')]
      const answer = readProperty(event, 'data')
      // The content script writes into this window: a frame's message has another source.
      if (source !== window || from !== origin() || readProperty(answer, 'target') !== 'erdw-contentScript') return
      // Of all answers only this one has a name that says what it is of.
      if (readProperty(answer, 'type') === 'connectResponse' && type !== 'connect') return
      settled()
      resolve(readProperty(answer, 'data'))
    }
    window.addEventListener('message', listen)
    signal.addEventListener('abort', () => window.removeEventListener('message', listen), { once: true })
    post(type, data)
  })
  if (type !== 'logout') throwRefusal(said)
  return said
}

/** The visitor's refusal is an empty answer, or the word of an error. */
function throwRefusal(said: unknown): void {
  const isEmpty = said === undefined || said === null || said === '' || readProperty(said, 'address') === ''
  const error = typeof said === 'string' ? said : readProperty(said, 'error')
  const isCancelled = typeof error === 'string' && /cancel|reject|den[iy]|declin/i.test(error)
  if (isEmpty || isCancelled) throw Object.assign(new Error('The visitor refused.'), { code: 4001 })
  if (error !== undefined) throw error
}
