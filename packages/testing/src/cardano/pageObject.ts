import type { PageAnswer } from '../pageWallet.js'

export interface CardanoObjectParameters {
  readonly request: (request: { readonly method: string; readonly params: unknown }) => Promise<PageAnswer>
  readonly window: EventTarget
  readonly name: string
  /** Emitted on `window` when the wallet is another; undefined for one without events of its own. */
  readonly event?: string | undefined
}

/** The object at `window.cardano` that a page finds. It is written out as text into browsers, so it uses nothing from outside itself. */
export function cardanoPageObject({ request, window, name, event }: CardanoObjectParameters): object {
  const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const answer = await request({ method, params })
    if (answer.type === 'result') return answer.result
    if (answer.type === 'thrown') throw answer.thrown
    // The standard's own numbers, which depend on what was asked.
    const refused = method === 'signData' ? 3 : method === 'signTx' ? 2 : -3
    const codes = new Map([
      [4001, refused],
      [4100, -3],
      [-32602, -1],
    ])
    throw { code: codes.get(answer.code) ?? answer.code, info: answer.message }
  }
  const methods = ['getNetworkId', 'getUsedAddresses', 'getUnusedAddresses', 'getChangeAddress', 'getRewardAddresses']
  const api: Record<string, unknown> = {}
  for (const method of [...methods, 'getBalance', 'getUtxos', 'getCollateral', 'signTx', 'signData', 'submitTx'])
    api[method] = (...params: readonly unknown[]) => ask(method, ...params)
  if (event !== undefined)
    api.experimental = {
      on: (_: string, listener: () => void) => window.addEventListener(event, listener),
      off: (_: string, listener: () => void) => window.removeEventListener(event, listener),
    }
  return {
    ...{
      name,
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      apiVersion: '1',
      supportedExtensions: [],
    },
    isEnabled: () => ask('isEnabled'),
    enable: async (...params: readonly unknown[]) => (await ask('enable', ...params)) ?? api,
  }
}
