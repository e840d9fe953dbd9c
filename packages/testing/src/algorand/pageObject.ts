import type { PageAnswer } from '../pageWallet.js'

export interface AlgorandObjectParameters {
  readonly request: (request: { readonly method: string; readonly params: unknown }) => Promise<PageAnswer>
  readonly name: string
  readonly genesisHashes: readonly string[]
  readonly kind: 'arc27' | 'window'
}

/** The wallet's part of a page. It is written out as text into browsers, so it uses nothing from outside itself. */
export function algorandPageObject({ request, name, genesisHashes, kind }: AlgorandObjectParameters): object {
  const providerId = `test-${name.toLowerCase().replace(/\W+/g, '-')}`
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const answer = await request({ method, params })
    if (answer.type === 'result') return answer.result
    if (answer.type === 'thrown') throw answer.thrown
    // The standard's own numbers.
    const codes = new Map([
      [-32602, 4200],
      [4200, 4003],
    ])
    throw Object.assign(new Error(answer.message), { code: codes.get(answer.code) ?? answer.code })
  }
  const part = (value: unknown, named: string): unknown => Reflect.get(Object(value), named)
  if (kind === 'window') {
    const object: Record<string, unknown> = {
      isExodus: name === 'Exodus',
      isConnected: false,
      address: null,
      // Here an account is its address alone, and the network's name is written otherwise than by ARC-27 (ARC-6).
      async enable(asked: unknown): Promise<unknown> {
        const said = await ask('enable', asked)
        const listed = part(said, 'accounts')
        const accounts = (Array.isArray(listed) ? listed : []).map((each) => part(each, 'address'))
        Object.assign(object, { isConnected: true, address: accounts[0] })
        return { accounts, genesisHash: part(said, 'genesisHash'), genesisID: part(said, 'genesisId') }
      },
      signTxns: async (txns: unknown) => part(await ask('sign_transactions', { txns }), 'stxns'),
    }
    return object
  }
  const methods = ['enable', 'disable', 'sign_transactions', 'sign_message']
  const networks = genesisHashes.map((genesisHash) => ({ genesisHash, genesisId: 'test-v1', methods }))
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  return {
    ...{ providerId, methods: ['discover', ...methods] },
    async answer(method: string, params: unknown): Promise<unknown> {
      if (method === 'discover') return { providerId, name, icon, networks }
      const result = await ask(method, params)
      return typeof result === 'object' && result !== null ? { ...result, providerId } : result
    },
  }
}

/**
 * Answers the page's events as wallets of ARC-27 do. It is written out as text into browsers, so it uses nothing from outside itself.
 * @returns stops answering
 */
export function answerArc27({ window, object }: { readonly window: EventTarget; readonly object: object }): () => void {
  const part = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)
  const providerId = part(object, 'providerId')
  const answer = part(object, 'answer')
  const stops: (() => void)[] = []
  const listenTo = (method: unknown) => {
    const listen = async (event: Event) => {
      const asked = part(event, 'detail')
      const wanted = part(part(asked, 'params'), 'providerId')
      if (wanted !== undefined && wanted !== providerId) return
      const reference = `arc0027:${method}:response`
      const about = { id: crypto.randomUUID(), reference, requestId: part(asked, 'id') }
      const reply = (said: object) =>
        window.dispatchEvent(new CustomEvent(reference, { detail: JSON.stringify({ ...about, ...said }) }))
      try {
        reply({ result: typeof answer === 'function' ? await answer(method, part(asked, 'params')) : undefined })
      } catch (error) {
        const [code, message] = [part(error, 'code') ?? 4000, error instanceof Error ? error.message : error]
        reply({ error: { code, message, data: { providerId } } })
      }
    }
    window.addEventListener(`arc0027:${method}:request`, listen)
    stops.push(() => window.removeEventListener(`arc0027:${method}:request`, listen))
  }
  const methods = part(object, 'methods')
  for (const method of Array.isArray(methods) ? methods : []) listenTo(method)
  return () => {
    for (const stop of stops) stop()
  }
}
