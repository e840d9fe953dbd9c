import type { PageAnswer } from '../pageWallet.js'

export interface MultiversxObjectParameters {
  readonly request: (request: { readonly method: string; readonly params: unknown }) => Promise<PageAnswer>
}

/**
 * The extension's content script in a page: answers what is asked by messages. Refusals and errors have no form of their own there. It is written out as text into
 * browsers, so it uses nothing from outside itself.
 */
export function multiversxPageObject({ request }: MultiversxObjectParameters): object {
  return {
    async answer(type: string, data: unknown) {
      const said = await request({ method: type, params: data })
      if (said.type === 'result') return said.result
      if (said.type === 'thrown') return said.thrown
      // A refusal is an empty answer.
      if (said.code === 4001) return type === 'connect' ? { address: '' } : null
      return { error: said.message }
    },
  }
}

/** Puts a content script into a page. It is written out as text into browsers, so it uses nothing from outside itself. @returns takes it out */
export function placeMultiversx({
  window,
  object,
}: {
  readonly window: EventTarget
  readonly object: object
}): () => void {
  const [flag, answer] = ['elrondWallet', Reflect.get(object, 'answer')]
  const own = Reflect.get(window, 'origin')
  const listen = async (event: Event) => {
    const { target, type, data } = Object(Reflect.get(event, 'data'))
    if (Reflect.get(event, 'source') !== window || target !== 'erdw-inpage') return
    const said = await answer(type, data)
    if (type !== 'cancelAction')
      Reflect.apply(Reflect.get(window, 'postMessage'), window, [
        { target: 'erdw-contentScript', type: `${type}Response`, data: said },
        own,
      ])
  }
  window.addEventListener('message', listen)
  Reflect.set(window, flag, { extensionId: 'foyer-test' })
  return () => {
    window.removeEventListener('message', listen)
    Reflect.deleteProperty(window, flag)
  }
}
