import { families, isFamily, type NetworkId } from '../chain/ids.js'
import type { InitialState } from '../config/options.js'
import type { Foyer } from '../foyer.js'
import { networkIdOf } from './selectors.js'
import type { FoyerState } from './state.js'

/** The cookie by which a server knows what the page knows. */
const cookieName = 'foyer'

/** A year in seconds: browsers keep none for much longer. */
const maxAge = 31_536_000

/**
 * Keeps in a cookie what a server needs for the first paint of the next visit: the network, and which families are connected. Neither an address
 * nor a wallet is in it. Call it in the browser, once the page stands; {@link initialStateFrom} reads it at the server.
 *
 * @returns stops
 * @example
 * useEffect(() => keepInitialState(foyer), [foyer])
 */
export function keepInitialState(foyer: Foyer): () => void {
  const keep = (state: string) => {
    // Of a kit that hasn't started nothing is known yet: what stands in the cookie counts.
    if (!state) return
    const secure = globalThis.location.protocol === 'https:' ? '; secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: a cookie is what reaches a server with the next request, and `cookieStore` isn't everywhere
    globalThis.document.cookie = `${cookieName}=${state}; path=/; max-age=${maxAge}; samesite=lax${secure}`
  }
  keep(written(foyer.store.getState()))
  return foyer.subscribe(written, keep)
}

/**
 * Reads at a server what {@link keepInitialState} has kept, for `createFoyer({ initialState })`: then the first paint is the one that the visitor
 * left. Takes the whole `Cookie` header of the request; what is malformed counts as not said.
 *
 * @param cookies - the header, if there is one: `request.headers.get('cookie')`
 * @example
 * const initialState = initialStateFrom((await headers()).get('cookie'))
 */
export function initialStateFrom(cookies: string | null | undefined): InitialState {
  const [, kept = ''] = new RegExp(`(?:^|; *)${cookieName}=([^;]*)`).exec(cookies ?? '') ?? []
  const [network = '', ...restoring] = kept.split('/')
  return { networkId: isNetworkId(network) ? network : undefined, restoring: restoring.filter(isFamily) }
}

/** What is kept, in characters that a cookie may have: `eip155:8453/eip155/solana`; empty of a kit that hasn't started, so that its start is a change. */
function written(state: FoyerState): string {
  const { active, pending } = state.connection
  const connected = families.filter((each) => active[each] !== undefined || pending[each]?.kind === 'restore')
  return state.started ? [networkIdOf(state), ...connected].join('/') : ''
}

/** CAIP-2. Whether it's configured is for the kit to say, which passes over one that isn't. */
function isNetworkId(text: string): text is NetworkId {
  const [family = '', reference = '', ...more] = text.split(':')
  return isFamily(family) && /^[-_a-zA-Z0-9]{1,32}$/.test(reference) && more.length === 0
}
