import type { FoyerContext } from '../context.js'
import type { Siwx } from '../siwx/siwx.js'
import type { SiwxFactory } from './siwxHost.js'

/** What the host said of signing in; the older client counts only where there is an adapter for its chains [S5.2]. */
export function siwxSource({
  options,
  adapters,
}: Pick<FoyerContext, 'options' | 'adapters'>): Siwx | SiwxFactory | undefined {
  return options.siwx ?? (adapters.has('eip155') ? options.siweConfig : undefined)
}
