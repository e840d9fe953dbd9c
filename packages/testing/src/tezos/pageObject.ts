import type { PageAnswer } from '../pageWallet.js'

export interface TezosObjectParameters {
  readonly request: (request: { readonly method: string; readonly params: unknown }) => Promise<PageAnswer>
  readonly id: string
  readonly name: string
}

/** The extension's content script in a page. It is written out as text into browsers, so it uses nothing from outside itself. */
export function tezosPageObject({ request, id, name }: TezosObjectParameters): object {
  const iconURL = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  return {
    sender: { id, name, shortName: name, iconURL },
    /** @returns what is to be posted, sealed */
    async receive(data: unknown): Promise<unknown> {
      const said = await request({ method: 'beacon', params: data })
      return said.type === 'result' ? said.result : []
    },
  }
}

/**
 * Puts a content script into a page: it answers what is posted to extensions. An event without anything in it is the wallet's own: it asks what the wallet says by itself.
 * It is written out as text into browsers, so it uses nothing from outside itself.
 * @returns takes it out
 */
export function placeTezos({ window, object }: { readonly window: EventTarget; readonly object: object }): () => void {
  const [sender, receive] = [Reflect.get(object, 'sender'), Reflect.get(object, 'receive')]
  const { origin } = Object(Reflect.get(window, 'location'))
  const post = (message: object) => Reflect.apply(Reflect.get(window, 'postMessage'), window, [message, origin])
  const listen = async (event: Event) => {
    const data = Reflect.get(event, 'data')
    const { target, targetId, payload } = Object(data)
    const isAsked = Reflect.get(event, 'source') === window && target === 'toExtension'
    if (isAsked && payload === 'ping') post({ target: 'toPage', payload: 'pong', sender })
    if (data !== undefined && !(isAsked && targetId === sender.id)) return
    for (const said of await receive(data ?? null)) {
      post({ message: { target: 'toPage', ...said }, sender: { id: sender.id } })
    }
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}
