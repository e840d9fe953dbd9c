export interface CosmosPlaceParameters {
  readonly window: EventTarget
  readonly path: string
  readonly object: object
  readonly placeAt: (at: { readonly window: object; readonly path: string; readonly object: object }) => () => void
}

/**
 * Puts an object of Keplr's API into a page. As Keplr does, it answers at `window.keplr` what Keplr's own client asks by messages of the page, too: bytes are
 * written in hexadecimal there. It is written out as text into browsers, so it uses nothing from outside itself. @returns takes it out
 */
export function placeCosmos({ window, path, object, placeAt }: CosmosPlaceParameters): () => void {
  const leave = placeAt({ window, path, object })
  if (path !== 'keplr') return leave
  const mark = '__uint8array__'
  const inside = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)
  const read = (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(mark)
      ? Uint8Array.from(value.slice(mark.length).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
      : value
  const write = (_: string, value: unknown): unknown =>
    value instanceof Uint8Array
      ? `${mark}${Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
      : value
  const answer = async (message: unknown): Promise<object> => {
    const method = inside(message, 'method')
    // The client's EVM side asks this where it is made: a site that is connected to no EVM chain has no state.
    if (method === 'ethereum' && inside(inside(message, 'args'), 'method') === 'keplr_initProviderState')
      return { return: null }
    const called = typeof method === 'string' ? inside(object, method) : undefined
    if (typeof called !== 'function' || `${method}`.startsWith('getOffline'))
      return { error: `Invalid method: ${method}` }
    try {
      const args: unknown = JSON.parse(JSON.stringify(inside(message, 'args')), read)
      const returned: unknown = await Reflect.apply(called, object, Array.isArray(args) ? args : [])
      return { return: returned }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
  const hear = async (event: Event) => {
    const message = inside(event, 'data')
    // A released client says for which release of Keplr it asks, after the word.
    if (!/^proxy-request(-(?!response$)|$)/.test(`${inside(message, 'type')}`)) return
    const result: unknown = JSON.parse(JSON.stringify(await answer(message), write))
    const post = inside(window, 'postMessage')
    const response = { type: 'proxy-request-response', id: inside(message, 'id'), result }
    if (typeof post === 'function')
      Reflect.apply(post, window, [response, inside(inside(window, 'location'), 'origin')])
  }
  window.addEventListener('message', hear)
  Reflect.set(window, 'keplrRequestMetaIdSupport', true)
  return () => {
    leave()
    window.removeEventListener('message', hear)
    Reflect.deleteProperty(window, 'keplrRequestMetaIdSupport')
  }
}
